import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { artifactLink } from '#kernel/files/download_links'
import Refusal from '#kernel/refusals/refusal'
import { fileFor } from '#releases/queries/find_file'
import { findDownloaderIn, type AskedProduct } from '#releases/queries/find_downloader'
import { listOwnReleases } from '#releases/queries/own_releases'
import { downloadRefusal } from '#releases/rules/download_refusal'
import { mayDownloadAny } from '#licensing/rules/download_right'
import { toOwnRelease } from './update_transformer.js'
import { downloadValidator, ownReleasesQuery } from './updates_input.js'

/** Releases for the signed-in end user, per license (contract/12-releases#123-getting-it). */
export default class OwnReleasesController {
  async index(ctx: HttpContext) {
    const { wish, page } = await ownReleasesQuery(ctx.request.qs())
    const now = Date.now()
    const { asked, isOwn } = await licenseOf(ctx, now)
    if (!isOwn) throw new Refusal('LICENSE_NOT_FOUND')
    const { productId, downloader } = usable(asked)
    const { items, nextCursor } = await listOwnReleases(productId, downloader, wish, page, now)
    return ok({ releases: items.map(toOwnRelease), nextCursor })
  }

  /** Creates a download link to a file. */
  async store(ctx: HttpContext) {
    const { artifactId } = await downloadValidator.validate(ctx.request.body())
    const now = Date.now()
    const { asked, isOwn } = await licenseOf(ctx, now)
    if (!isOwn) throw new Refusal('LICENSE_NOT_OWNED')
    const file = await fileFor(usable(asked), artifactId, now)
    const { filename, bytes, sha256 } = file
    ctx.response.status(201)
    return ok({ download: { ...artifactLink(file, asked.licenseId, now), filename, bytes, sha256 } })
  }
}

/**
 * The license of the path, and whether it is the caller's own (contract/00-shared-rules).
 * @throws Refusal LICENSE_NOT_FOUND for a license that the token does not reach.
 */
async function licenseOf(ctx: HttpContext, now: number): Promise<{ asked: AskedProduct; isOwn: boolean }> {
  const id = uuidParam(ctx, 'id')
  const { id: endUserId, token } = ctx.auth.use('endUser').getUserOrFail()
  const isOutside = token.licenseId !== null && token.licenseId !== id
  const asked = isOutside ? null : await findDownloaderIn(ctx.scope, id, now)
  if (!asked) throw new Refusal('LICENSE_NOT_FOUND')
  return { asked, isOwn: token.licenseId === id || (endUserId !== null && asked.ownerId === endUserId) }
}

/** @throws Refusal LICENSE_INACTIVE; FORBIDDEN for a closed product. */
function usable(asked: AskedProduct): AskedProduct {
  const denial = mayDownloadAny(asked.downloader)
  if (denial) throw downloadRefusal(denial)
  return asked
}
