import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { assertStillOwner, lockTeam } from './lock_team.js'

/**
 * Deletes an org permanently, with its members and invites. Its audit trail stays (contract#orgs-members-invites).
 * @throws Refusal CONFLICT while the org has products; FORBIDDEN, INSUFFICIENT_SCOPE if the caller is no OWNER any more.
 */
export default class DeleteOrg {
  async execute(scope: Scope, origin: Origin, now = Date.now()): Promise<string> {
    const { orgId } = scope
    return transaction(async (trx) => {
      // The delete clears the org from `active_org_id` of users. Users are locked before the rows that they reference,
      // so before the org itself.
      await lockTeam(trx, orgId)
      await assertStillOwner(trx, scope)
      await rows(
        trx,
        `select id from users where active_org_id = ?
           or id in (select user_id from org_members where org_id = ?) order by id for no key update`,
        [orgId, orgId]
      )
      // A product references the org, so the full lock prevents that one appears between the check and the deletion.
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
