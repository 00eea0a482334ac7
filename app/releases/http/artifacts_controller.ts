import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { artifacts } from '#config/artifacts'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { uploadOf } from '#access/uploads'
import { anyFile, type FileRules } from '#kernel/files/upload'
import DeleteArtifact from '#releases/actions/delete_artifact'
import StoreArtifact from '#releases/actions/store_artifact'
import { announcedHash, type AskedArtifact } from '#releases/rules/artifact'
import { toArtifact } from './release_transformer.js'
import { artifactBodyValidator, artifactFormValidator } from './releases_input.js'

/** Accepts only a multipart form, which also names the file. */
const form = (): FileRules => ({
  maxBytes: artifacts.maxBytes,
  raw: [],
  otherwise:
    'Send the file as multipart/form-data, in the field "file", or as the body of PUT .../artifacts/NAME',
  form: { fields: ['signature'] },
})

/** Uploads and deletes files of a release, for its merchant (contract/12-releases#121-publishing). */
@inject()
export default class ArtifactsController {
  constructor(protected storeArtifact: StoreArtifact) {}

  /** Uploads a file in a form. */
  async store(ctx: HttpContext) {
    const about = await artifactFormValidator.validate(ctx.request.qs())
    return this.#store(ctx, about, form())
  }

  /** Uploads a file as the request body; its name is in the path. */
  async put(ctx: HttpContext) {
    const about = await artifactBodyValidator.validate(ctx.request.qs())
    const filename = String(ctx.params.filename)
    return this.#store(ctx, { ...about, filename }, anyFile(artifacts.maxBytes))
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteArtifact) {
    const [releaseId, id] = [uuidParam(ctx, 'releaseId'), uuidParam(ctx, 'artifactId')]
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, releaseId, id, originOf(ctx)) })
  }

  async #store(ctx: HttpContext, about: AskedArtifact, rules: FileRules) {
    const releaseId = uuidParam(ctx, 'releaseId')
    // Not `request.header()`: it does not tell an empty value, which is refused, from a missing header.
    const announced = ctx.request.request.headers['content-sha256'] as string | undefined
    const asked = { ...about, sha256: announcedHash(announced) }
    const { artifact, created } = await this.storeArtifact.execute(
      ...([ctx.scope, releaseId, asked, uploadOf(ctx, rules), originOf(ctx)] as const)
    )
    ctx.response.status(created ? 201 : 200)
    return ok({ artifact: toArtifact(artifact) })
  }
}
