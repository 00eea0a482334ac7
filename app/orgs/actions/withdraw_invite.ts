import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

/** Withdraws an open invite. @throws Refusal NOT_FOUND; CONFLICT if the invite was accepted. */
export default class WithdrawInvite {
  async execute({ orgId }: Scope, inviteId: string, origin: Origin, now = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      const invite = await firstRow<{ email: string; acceptedAt: Date | null }>(
        trx,
        `select email, accepted_at as "acceptedAt" from invites where id = ? and org_id = ? for update`,
        [inviteId, orgId]
      )
      if (!invite) throw noSuch('invite')
      if (invite.acceptedAt) throw new Refusal('CONFLICT', { message: 'The invite was already accepted' })
      await rows(trx, `delete from invites where id = ?`, [inviteId])
      const data = { email: invite.email }
      await recordAudit(trx, origin, { orgId, action: 'team.invite_withdrawn', subject: inviteId, data }, now)
      return inviteId
    })
  }
}
