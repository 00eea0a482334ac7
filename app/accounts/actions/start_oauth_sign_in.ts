import db from '@adonisjs/lucid/services/db'
import { oauthSignIn } from '#config/oauth'
import { authorizationUrl, newLinking } from '#accounts/oauth/oauth_client'
import Refusal from '#kernel/refusals/refusal'
import { rows } from '#kernel/database/sql'
import { sealSecret } from '#kernel/secrets/secrets'
import { hashSecret } from '#kernel/secrets/tokens'
import { findProvider } from './find_provider.js'

/** How long a person may take at the provider, in milliseconds. */
const SIGN_IN_TTL = 10 * 60 * 1000

/** What a browser brings when it begins, and where it goes at the end. */
export type OauthSignInStart = { provider: string; redirectUri: string; codeChallenge: string }

/** POST /v1/auth/oauth/start: begins a sign-in by an account that a user has linked, at its provider. */
export default class StartOauthSignIn {
  /**
   * The provider's page.
   * @throws Refusal NOT_FOUND for a provider that is not configured, and where nobody signs in so; CONFIG_ERROR when it
   *   cannot be asked.
   */
  async execute({ provider: name, redirectUri, codeChallenge }: OauthSignInStart, now = Date.now()) {
    const provider = findProvider(name)
    if (!oauthSignIn.enabled) {
      throw new Refusal('NOT_FOUND', { message: 'Nobody signs in by linked accounts here (OAUTH_SIGN_IN)' })
    }
    const flow = newLinking()
    const url = await authorizationUrl(provider, flow)
    const stateHash = hashSecret(flow.state)
    await rows(
      db.connection(),
      `insert into oauth_sign_ins (state_hash, provider, sealed_verifier, nonce, redirect_uri, code_challenge, expires_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[stateHash, name, sealSecret(flow.verifier, `oauth_sign_ins.sealed_verifier:${stateHash}`)],
        ...[flow.nonce, redirectUri, codeChallenge, new Date(now + SIGN_IN_TTL)],
      ]
    )
    return url
  }
}
