import logger from '@adonisjs/core/services/logger'
import type { Identity } from '#domain/oauth/profiles'
import Refusal from '#exceptions/refusal'
import type { LinkedAccount } from '#queries/list_linked_accounts'
import { recordAccountAudit, type Origin } from '#services/audit'
import { identify } from '#services/oauth_client'
import { openSecret } from '#services/secrets'
import { firstRow, rows } from '#services/sql'
import { hashSecret } from '#services/tokens'
import { transaction } from '#services/unit_of_work'
import { findProvider } from './find_provider.js'

type Started = { userId: string; sealedVerifier: string; nonce: string }

/**
 * GET /oauth/:provider/callback: links the identity that the provider vouches for to the user who started, and
 * signs nobody in (interface 4.1). Errors: NOT_FOUND; BAD_REQUEST for a state that is unknown, used, too old or of
 * another provider, and for anything the provider does not confirm; CONFLICT by the linking rules.
 */
export default class FinishLinking {
  async execute(
    name: string,
    state: string,
    query: string,
    origin: Origin,
    now = Date.now()
  ): Promise<LinkedAccount> {
    const provider = findProvider(name)
    const started = await this.#spendState(name, state, now)
    const { userId, sealedVerifier, nonce } = started
    const linking = { state, verifier: openSecret(sealedVerifier), nonce }
    const identity = await identify(provider, query, linking).catch((error: unknown) => {
      logger.warn({ err: error, provider: name }, 'identity not confirmed')
      throw new Refusal('BAD_REQUEST', { message: 'The provider did not confirm the identity: start again' })
    })
    return this.#link(userId, name, identity, origin, now)
  }

  /** Deleted before anything else is tried: a state works once, whatever comes of it. */
  async #spendState(provider: string, state: string, now: number): Promise<Started> {
    const started = await transaction((trx) =>
      firstRow<Started>(
        trx,
        `delete from oauth_states where state_hash = ? and provider = ? and expires_at > ?
         returning user_id as "userId", sealed_verifier as "sealedVerifier", nonce`,
        [hashSecret(state), provider, new Date(now)]
      )
    )
    if (!started)
      throw new Refusal('BAD_REQUEST', { message: 'This link was used or is too old: start again' })
    return started
  }

  /** The two unique constraints of the table decide, also between simultaneous callbacks. */
  async #link(userId: string, provider: string, { subject, email }: Identity, origin: Origin, now: number) {
    const createdAt = new Date(now)
    const linked = await transaction(async (trx) => {
      const found = await rows(
        trx,
        `insert into linked_accounts (provider, subject, user_id, email, created_at) values (?, ?, ?, ?, ?)
         on conflict do nothing returning 1`,
        [provider, subject, userId, email, createdAt]
      )
      if (found.length > 0) await recordAccountAudit(trx, origin, userId, 'account_linked', now, { provider })
      return found
    })
    if (linked.length === 0) {
      throw new Refusal('CONFLICT', {
        message: 'The identity belongs to another user, or you have one there already: disconnect it first',
      })
    }
    return { provider, email, createdAt }
  }
}
