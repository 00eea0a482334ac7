import { lockUser } from '#accounts/actions/lock_user'
import Refusal from '#kernel/refusals/refusal'
import { notAMember } from '#kernel/refusals/refusals'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

/**
 * Stores the org that a user works in (contract#active-org).
 * @throws Refusal ORG_NOT_FOUND; FORBIDDEN if the user is not a member of the org.
 */
export default class SetActiveOrg {
  async execute(userId: string, orgId: string) {
    await transaction(async (trx) => {
      await lockUser(trx, userId)
      // The lock keeps the membership from ending between this check and the update.
      const member = await firstRow(
        trx,
        `select 1 from org_members where org_id = ? and user_id = ? for key share`,
        [orgId, userId]
      )
      if (!member) {
        if (!(await firstRow(trx, `select 1 from orgs where id = ?`, [orgId])))
          throw new Refusal('ORG_NOT_FOUND')
        throw notAMember()
      }
      await rows(trx, `update users set active_org_id = ? where id = ?`, [orgId, userId])
    })
  }
}
