import { inject } from '@adonisjs/core'
import FindPortal from '#end_users/queries/find_portal'
import type { Portal } from '#end_users/rules/portal'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'

/** A portal, and the sender name of its mails: that of its branding, else the org's. */
export type PortalSender = { portal: Portal; name: string }

/** Finds the portal of an org for mails and links that let people in. */
@inject()
export default class FindPortalSender {
  constructor(protected portals: FindPortal) {}

  /** @throws Refusal CONFLICT while the portal is off, because no door would accept the token */
  async ofOpen(trx: Trx, orgId: string): Promise<PortalSender> {
    const { portal } = await this.portals.ofOrg(orgId, trx)
    if (!portal.enabled) throw new Refusal('CONFLICT', { message: 'Switch the portal on first' })
    const org = await firstRow<{ name: string }>(trx, `select name from orgs where id = ?`, [orgId])
    return { portal, name: portal.branding.name ?? org!.name }
  }
}
