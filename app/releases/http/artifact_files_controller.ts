import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { uuidParam } from '#http/path'
import { isArtifactLink } from '#kernel/files/download_links'
import Refusal from '#kernel/refusals/refusal'
import CountDownload from '#releases/actions/count_download'
import { findDownload } from '#releases/queries/find_download'
import { askedBytes, sendArtifact } from './send_artifact.js'

/** Serves files of releases by their signed links (contract/12-releases#123-getting-it). */
export default class ArtifactFilesController {
  /** Sends a file to any holder of its link, as long as the license in the link may have it. */
  @inject()
  async show(ctx: HttpContext, count: CountDownload) {
    const { request, response, params } = ctx
    const id = uuidParam(ctx, 'artifactId')
    const path = { artifactId: params.artifactId as string, filename: params.filename as string }
    if (!isArtifactLink(path, request.qs())) {
      throw new Refusal('FORBIDDEN', { message: 'The link is not valid or has expired: ask for a new one' })
    }
    // The signature covers the query, so `lic` can be trusted.
    const licenseId = (request.qs().lic as string | undefined) ?? null
    const artifact = await findDownload(id, licenseId)
    const asked = askedBytes(ctx, artifact)
    if ('status' in asked) return response.status(asked.status).send(null)
    const { ranges } = asked
    const begins = ranges === null || ranges[0].start === 0
    if (begins && request.method() === 'GET') await count.execute(artifact, licenseId)
    return sendArtifact(ctx, artifact, ranges)
  }
}
