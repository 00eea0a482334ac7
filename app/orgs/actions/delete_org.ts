import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { lockTeam } from './lock_team.js'

/**
 * Deletes an org for good, its members and invites with it; its audit trail stays (contract#orgs-members-invites).
 *
 * @throws Refusal CONFLICT while it has products.
 */
export default class DeleteOrg {
  async execute({ orgId }: Scope, origin: Origin, now = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      // Whoever works in the org forgets it. Users are locked before what they refer to, so before the org itself.
      await lockTeam(trx, orgId)
      await rows(
        trx,
        `select id from users where active_org_id = ?
           or id in (select user_id from org_members where org_id = ?) order by id for no key update`,
        [orgId, orgId]
      )
      // The full lock keeps a product from appearing between the look and the deletion: it references the org.
      await rows(trx, `select 1 from orgs where id = ? for update`, [orgId])
      if (await firstRow(trx, `select 1 from products where org_id = ? limit 1`, [orgId])) {
        throw new Refusal('CONFLICT', { message: 'The org still has products: delete them first' })
      }
      await rows(trx, `delete from orgs where id = ?`, [orgId])
      await recordAudit(trx, origin, { orgId, action: 'org.deleted', subject: orgId }, now)
      return orgId
    })
  }
}
