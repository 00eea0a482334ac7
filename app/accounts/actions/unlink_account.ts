import { oauthProviders } from '#config/oauth'
import { lockUser } from './lock_user.js'
import Refusal from '#kernel/refusals/refusal'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { findProvider } from './find_provider.js'

/**
 * DELETE /oauth/accounts/:provider.
 * @throws Refusal NOT_FOUND; CONFLICT if it is the only way for a user without a password to sign in
 *   (interface#linking-rules).
 */
export default class UnlinkAccount {
  async execute(userId: string, name: string, origin: Origin, now = Date.now()) {
    findProvider(name)
    await transaction(async (trx) => {
      // The lock on the user serializes two disconnections, so that they cannot remove the last two identities
      // together.
      const user = await lockUser(trx, userId)
      const removed = await changedRows(
        trx,
        `delete from linked_accounts where user_id = ? and provider = ?`,
        [userId, name]
      )
      if (removed === 0) throw new Refusal('NOT_FOUND', { message: 'You are not connected to this provider' })
      // With a provider that is not configured any more, nobody can sign in.
      const left = await firstRow(
        trx,
        `select 1 from linked_accounts where user_id = ? and provider = any(?::text[]) limit 1`,
        [userId, [...oauthProviders.keys()]]
      )
      if (user!.passwordHash === null && !left) {
        throw new Refusal('CONFLICT', { message: 'Set a password first: this is your only way to sign in' })
      }
      await rows(trx, `delete from sign_in_codes where user_id = ?`, [userId])
      await recordAccountAudit(trx, origin, userId, 'account_unlinked', now, { provider: name })
    })
  }
}
