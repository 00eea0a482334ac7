import Refusal from '#kernel/refusals/refusal'
import { authorizationUrl, newLinking } from '#accounts/oauth/oauth_client'
import { sealSecret } from '#kernel/secrets/secrets'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { findProvider } from './find_provider.js'
import { lockUser } from './lock_user.js'

/** How long a user may stay at the provider, in milliseconds. */
const STATE_TTL = 10 * 60 * 1000

/** The user who starts, and the generation of the access token with which they do (`users.token_generation`). */
export type LinkingUser = { id: string; tokenGeneration: number }

/** The provider's page, and the value that the browser sends to the callback. */
export type StartedLinking = { url: string; browser: string }

/**
 * POST /oauth/accounts/:provider/connect: stores a one-time state bound to user, provider and browser, and returns the
 * provider's page (interface#41-session-and-user).
 * @throws Refusal NOT_FOUND; CONFLICT if the user has already linked an identity of the provider; CONFIG_ERROR if the
 *   provider cannot be reached; UNAUTHORIZED if the tokens of the user have ended meanwhile.
 */
export default class StartLinking {
  /** `byCookie`: the user is signed in by cookie, so linking starts in a browser. */
  async execute(
    { id: userId, tokenGeneration }: LinkingUser,
    name: string,
    byCookie: boolean,
    now = Date.now()
  ): Promise<StartedLinking> {
    const provider = findProvider(name)
    const linking = newLinking()
    const url = await authorizationUrl(provider, linking)
    const browser = newSecret()
    const stateHash = hashSecret(linking.state)
    await transaction(async (trx) => {
      // All tokens of the user may have ended while the provider was asked. A new password ends the linkings that have
      // begun, so none may begin with an old token after it.
      const user = await lockUser(trx, userId)
      if (user?.tokenGeneration !== tokenGeneration) throw new Refusal('UNAUTHORIZED')
      const linked = await firstRow(trx, `select 1 from linked_accounts where user_id = ? and provider = ?`, [
        userId,
        name,
      ])
      if (linked)
        throw new Refusal('CONFLICT', {
          message: 'You are already connected to this provider: disconnect first',
        })
      await rows(
        trx,
        `insert into oauth_states (state_hash, user_id, provider, sealed_verifier, nonce, browser_hash, by_cookie, expires_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          stateHash,
          userId,
          name,
          sealSecret(linking.verifier, `oauth_states.sealed_verifier:${stateHash}`),
          linking.nonce,
          hashSecret(browser),
          byCookie,
          new Date(now + STATE_TTL),
        ]
      )
    })
    return { url, browser }
  }
}
