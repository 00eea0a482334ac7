import { inject } from '@adonisjs/core'
import FindPortal from '#end_users/queries/find_portal'
import type { Portal } from '#end_users/rules/portal'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'

/** A portal, and the name that its mails carry: the one of its branding, else the org's. */
export type PortalSender = { portal: Portal; name: string }

/** Portals that a merchant lets people into by a mail or a link. */
@inject()
export default class FindPortalSender {
  constructor(protected portals: FindPortal) {}

  /** @throws Refusal CONFLICT while the portal is off: no door would take the mail's token */
  async ofOpen(trx: Trx, orgId: string): Promise<PortalSender> {
    const { portal } = await this.portals.ofOrg(orgId, trx)
    if (!portal.enabled) throw new Refusal('CONFLICT', { message: 'Switch the portal on first' })
    const org = await firstRow<{ name: string }>(trx, `select name from orgs where id = ?`, [orgId])
    return { portal, name: portal.branding.name ?? org!.name }
  }
}
