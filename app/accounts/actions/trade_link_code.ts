import type { Identity } from '#accounts/oauth/profiles'
import Refusal from '#kernel/refusals/refusal'
import type { LinkedAccount } from '#accounts/queries/list_linked_accounts'
import type { Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { findProvider } from './find_provider.js'
import { linkIdentity } from './link_identity.js'

/**
 * POST /oauth/accounts/:provider/finish: the user who started exchanges the code of the callback, which links the
 * identity (contract/01-changes#rights-end-everything).
 * @throws Refusal NOT_FOUND; BAD_REQUEST if the code is unknown, used, too old, of another provider or of another
 *   user; CONFLICT by the linking rules, which leaves the code unused.
 */
export default class TradeLinkCode {
  async execute(
    userId: string,
    name: string,
    code: string,
    origin: Origin,
    now = Date.now()
  ): Promise<LinkedAccount> {
    findProvider(name)
    return transaction(async (trx) => {
      const identity = await firstRow<Identity>(
        trx,
        `delete from pending_links where code_hash = ? and user_id = ? and provider = ? and expires_at > ?
         returning subject, email`,
        [hashSecret(code), userId, name, new Date(now)]
      )
      if (!identity) {
        throw new Refusal('BAD_REQUEST', {
          message: 'This code has expired or was already used: start again',
        })
      }
      return linkIdentity(trx, userId, name, identity, origin, now)
    })
  }
}
