import { timingSafeEqual } from 'node:crypto'
import logger from '@adonisjs/core/services/logger'
import type { Identity } from '#accounts/oauth/profiles'
import Refusal from '#kernel/refusals/refusal'
import type { LinkedAccount } from '#accounts/queries/list_linked_accounts'
import type { Origin } from '#kernel/audit/audit'
import { identify } from '#accounts/oauth/oauth_client'
import { openSecret } from '#kernel/secrets/secrets'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { findProvider } from './find_provider.js'
import { linkIdentity } from './link_identity.js'
import { lockUser } from './lock_user.js'

type Started = {
  userId: string
  sealedVerifier: string
  nonce: string
  browserHash: string | null
  byCookie: boolean
  tokenGeneration: number
}

/** How long the code of a callback can be exchanged, in milliseconds. */
const CODE_TTL = 10 * 60 * 1000

/** The result of a callback: the identity is linked, or it waits until its code is exchanged. */
export type Linked = { account: LinkedAccount } | { code: string }

/**
 * GET /oauth/:provider/callback: links the identity that the provider vouches for to the user who started. It does not
 * sign the user in (interface#41-session-and-user). Linking completes only in the browser that started it. In another
 * browser nothing is linked. A user who started with a Bearer token may have no browser, so the callback shows a code
 * to exchange. A user who started with a cookie used a browser, so another browser belongs to another person, and the
 * callback is refused.
 * @throws Refusal NOT_FOUND; BAD_REQUEST if the state is unknown, used, too old, of another provider or of another
 *   browser, if the tokens of the user have ended since, or if the provider does not confirm the identity; CONFLICT by
 *   the linking rules.
 */
export default class FinishLinking {
  async execute(
    name: string,
    { state, query, browser }: { state: string; query: string; browser: string | null },
    origin: Origin,
    now = Date.now()
  ): Promise<Linked> {
    const provider = findProvider(name)
    const { userId, sealedVerifier, nonce, tokenGeneration, ...begun } = await this.#spendState(
      name,
      state,
      now
    )
    const here = isSame(begun.browserHash, browser)
    if (!here && begun.byCookie) {
      throw new Refusal('BAD_REQUEST', {
        message: 'Linking was started in another browser: start again in this one',
      })
    }
    const verifier = openSecret(sealedVerifier, `oauth_states.sealed_verifier:${hashSecret(state)}`)
    const linking = { state, verifier, nonce }
    const identity = await identify(provider, query, linking).catch((error: unknown) => {
      logger.warn({ err: error, provider: name }, 'identity not confirmed')
      throw new Refusal('BAD_REQUEST', { message: 'The provider did not confirm the identity: start again' })
    })
    return transaction(async (trx) => {
      // All tokens of the user may have ended while the provider was asked, and with them what they had begun.
      const user = await lockUser(trx, userId)
      if (user?.tokenGeneration !== tokenGeneration) throw linkExpired()
      if (!here) return { code: await this.#keep(trx, userId, name, identity, now) }
      return { account: await linkIdentity(trx, userId, name, identity, origin, now) }
    })
  }

  /** Deletes the state before any other check, so that a state works only once, whatever the result is. */
  async #spendState(provider: string, state: string, now: number): Promise<Started> {
    const started = await transaction((trx) =>
      firstRow<Started>(
        trx,
        `delete from oauth_states where state_hash = ? and provider = ? and expires_at > ?
         returning user_id as "userId", sealed_verifier as "sealedVerifier", nonce,
           browser_hash as "browserHash", by_cookie as "byCookie",
           (select token_generation from users where id = user_id) as "tokenGeneration"`,
        [hashSecret(state), provider, new Date(now)]
      )
    )
    if (!started) throw linkExpired()
    return started
  }

  /** Stores an identity for the user who started. Returns the code to exchange; only its hash is stored. */
  async #keep(
    trx: Trx,
    userId: string,
    provider: string,
    { subject, email }: Identity,
    now: number
  ): Promise<string> {
    const code = newSecret()
    await rows(
      trx,
      `insert into pending_links (code_hash, user_id, provider, subject, email, expires_at)
       values (?, ?, ?, ?, ?, ?)`,
      [hashSecret(code), userId, provider, subject, email, new Date(now + CODE_TTL)]
    )
    return code
  }
}

const linkExpired = () =>
  new Refusal('BAD_REQUEST', { message: 'This link has expired or was already used: start again' })

/** Returns true if the browser sends the value whose hash was stored when linking started. */
function isSame(browserHash: string | null, browser: string | null): boolean {
  if (browserHash === null || browser === null) return false
  return timingSafeEqual(Buffer.from(browserHash), Buffer.from(hashSecret(browser)))
}
