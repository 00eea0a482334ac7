import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Role } from '#orgs/rules/roles'
import { judgeTeamChange, lockTeam } from './lock_team.js'

/**
 * Withdraws an open invite. Who may send an invite to a role may withdraw it (contract#org-roles).
 * @throws Refusal NOT_FOUND; CONFLICT if the invite was accepted; INSUFFICIENT_SCOPE if an ADMIN withdraws that of an
 *   OWNER.
 */
export default class WithdrawInvite {
  async execute(scope: Scope, inviteId: string, origin: Origin, now = Date.now()): Promise<string> {
    const { orgId } = scope
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      const invite = await firstRow<{ email: string; role: Role; acceptedAt: Date | null }>(
        trx,
        `select email, role, accepted_at as "acceptedAt" from invites where id = ? and org_id = ? for update`,
        [inviteId, orgId]
      )
      if (!invite) throw noSuch('invite')
      await judgeTeamChange(trx, scope, { from: invite.role, to: invite.role, self: false })
      if (invite.acceptedAt) throw new Refusal('CONFLICT', { message: 'The invite was already accepted' })
      await rows(trx, `delete from invites where id = ?`, [inviteId])
      const data = { email: invite.email }
      await recordAudit(trx, origin, { orgId, action: 'team.invite_withdrawn', subject: inviteId, data }, now)
      return inviteId
    })
  }
}
