import type { HttpContext } from '@adonisjs/core/http'
import { portal } from '#config/portal'
import { appUrl } from '#config/app'
import Refusal from '#kernel/refusals/refusal'
import { builtFileFor } from '#system/serving/built_files'
import { portalFiles } from '#system/serving/portal_pages'
import { policyOfPages, sendBuiltFile } from '#system/serving/send_built_file'

/** Logos of merchants may come from any https host. */
const POLICY = policyOfPages('data: https:')

/** The pages of end users: the files of their build, and the portal's page for every other path (docs/end-users.md). */
export default class PortalPagesController {
  /**
   * GET /portal and below. If the portal has its own host, only that host serves its pages.
   * @throws Refusal NOT_FOUND for a missing file, and if there is no build.
   */
  async show(ctx: HttpContext) {
    const files = await portalFiles().catch(() => {
      throw new Refusal('NOT_FOUND', { message: 'The portal is not built: run "npm run console:build"' })
    })
    const below = ((ctx.params['*'] as string[] | undefined) ?? []).join('/')
    const file = builtFileFor(files, below)
    if (!file) throw new Refusal('NOT_FOUND', { message: 'The portal has no such file' })
    if (portal.host && !file.immutable && ctx.request.header('host')?.toLowerCase() !== portal.host) {
      const { protocol } = new URL(appUrl)
      return ctx.response.redirect().toPath(`${protocol}//${portal.host}/${below}`)
    }
    return sendBuiltFile(ctx, file, POLICY)
  }
}
