import logger from '@adonisjs/core/services/logger'
import { identify } from '#accounts/oauth/oauth_client'
import type { Identity } from '#accounts/oauth/profiles'
import type { Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { apart, transaction } from '#kernel/database/unit_of_work'
import { withFailure, withQuery } from '#kernel/net/with_query'
import { openSecret } from '#kernel/secrets/secrets'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { findProvider } from './find_provider.js'

type Begun = { sealedVerifier: string; nonce: string; redirectUri: string; codeChallenge: string }

/** How long a code can be exchanged, in milliseconds. */
const SIGN_IN_CODE_TTL = 60_000

/**
 * GET /oauth/:provider/callback for a sign-in. It issues no session: the browser returns to the address where the
 * sign-in started, with a code to exchange or an error. An identity that no user has linked signs no user in, whatever
 * email address it has.
 */
export default class FinishOauthSignIn {
  /** Returns the next address of the browser; null if the state belongs to no sign-in. @throws Refusal NOT_FOUND */
  async execute(
    name: string,
    state: string,
    query: string,
    origin: Origin,
    now = Date.now()
  ): Promise<string | null> {
    const provider = findProvider(name)
    const begun = await this.#spendState(name, state, now)
    if (!begun) return null
    const verifier = openSecret(begun.sealedVerifier, `oauth_sign_ins.sealed_verifier:${hashSecret(state)}`)
    const identity = await identify(provider, query, { state, verifier, nonce: begun.nonce }).catch(
      (error: unknown) => {
        logger.warn({ err: error, provider: name }, 'identity not confirmed')
        return null
      }
    )
    const code = identity && (await this.#codeFor(name, identity, begun, now))
    if (code) return withQuery(begun.redirectUri, { code })
    const error = identity ? 'FORBIDDEN' : 'UNAUTHORIZED'
    return withFailure(begun.redirectUri, error, origin.requestId)
  }

  /** Deletes the state with the first callback, whatever the result is. */
  #spendState(provider: string, state: string, now: number): Promise<Begun | null> {
    return apart((trx) =>
      firstRow<Begun>(
        trx,
        `delete from oauth_sign_ins where state_hash = ? and provider = ? and expires_at > ?
         returning sealed_verifier as "sealedVerifier", nonce, redirect_uri as "redirectUri",
           code_challenge as "codeChallenge"`,
        [hashSecret(state), provider, new Date(now)]
      )
    )
  }

  /** Returns a new code; null if the identity is linked to no user, or to a disabled one. */
  async #codeFor(provider: string, { subject }: Identity, { codeChallenge }: Begun, now: number) {
    const code = newSecret()
    const made = await transaction((trx) =>
      rows(
        trx,
        `insert into sign_in_codes (code_hash, user_id, provider, code_challenge, expires_at)
         select ?, u.id, l.provider, ?, ?::timestamptz from linked_accounts l join users u on u.id = l.user_id
         where l.provider = ? and l.subject = ? and u.disabled_at is null returning 1`,
        [hashSecret(code), codeChallenge, new Date(now + SIGN_IN_CODE_TTL), provider, subject]
      )
    )
    return made.length === 1 ? code : null
  }
}
