import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'

/** Withdraws an invite that is not accepted yet (contract/09-end-users#96-the-merchants-side). */
export default class WithdrawEndUserInvite {
  /** @throws Refusal NOT_FOUND; CONFLICT if the invite was accepted already */
  async execute({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      const invite = await firstRow<{ accepted: boolean }>(
        trx,
        `select accepted_at is not null as accepted from end_user_invites where org_id = ? and id = ? for update`,
        [orgId, id]
      )
      if (!invite) throw noSuch('invite')
      if (invite.accepted) throw new Refusal('CONFLICT', { message: 'The invite was already accepted' })
      await rows(trx, `delete from end_user_invites where org_id = ? and id = ?`, [orgId, id])
      await recordAudit(trx, origin, { orgId, action: 'end_user.invite_withdrawn', subject: id }, now)
      return id
    })
  }
}
