import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { portal } from '#config/portal'
import { appUrl } from '#config/app'
import FindOwnHosts from '#end_users/queries/find_own_hosts'
import Refusal from '#kernel/refusals/refusal'
import { comparedHostname } from '#storefront/rules/hostname'
import { builtFileFor } from '#system/serving/built_files'
import { portalFiles } from '#system/serving/portal_pages'
import { policyOfPages, sendBuiltFile } from '#system/serving/send_built_file'

/** Logos of merchants may come from any https host. */
const POLICY = policyOfPages('data: https:')

/** The pages of end users: the files of their build, and the portal's page for every other path (docs/end-users.md). */
@inject()
export default class PortalPagesController {
  constructor(protected hosts: FindOwnHosts) {}

  /**
   * GET /portal and below. If the portal has its own host, the service's other host leads there. A host name of a
   * merchant keeps its pages, because their address names no org: the host name does.
   * @throws Refusal NOT_FOUND for a missing file, and if there is no build.
   */
  async show(ctx: HttpContext) {
    const files = await portalFiles().catch(() => {
      throw new Refusal('NOT_FOUND', { message: 'The portal is not built: run "npm run console:build"' })
    })
    const below = ((ctx.params['*'] as string[] | undefined) ?? []).join('/')
    const file = builtFileFor(files, below)
    if (!file) throw new Refusal('NOT_FOUND', { message: 'The portal has no such file' })
    if (portal.host && !file.immutable && !(await this.#hasPortal(ctx.request.host() ?? '', portal.host))) {
      const { protocol } = new URL(appUrl)
      return ctx.response.redirect().withQs().toPath(`${protocol}//${portal.host}/${below}`)
    }
    return sendBuiltFile(ctx, file, POLICY)
  }

  /** Returns true for PORTAL_HOST and for the own hosts of orgs. */
  async #hasPortal(host: string, portalHost: string): Promise<boolean> {
    if (host.toLowerCase() === portalHost) return true
    const hostname = comparedHostname(host)
    return hostname !== null && (await this.hosts.orgAt(hostname)) !== null
  }
}
