import db from '@adonisjs/lucid/services/db'
import { oauthSignIn } from '#config/oauth'
import { authorizationUrl, newLinking } from '#accounts/oauth/oauth_client'
import Refusal from '#kernel/refusals/refusal'
import { rows } from '#kernel/database/sql'
import { sealSecret } from '#kernel/secrets/secrets'
import { hashSecret } from '#kernel/secrets/tokens'
import { findProvider } from './find_provider.js'

/** How long a user may stay at the provider, in milliseconds. */
const SIGN_IN_TTL = 10 * 60 * 1000

/** The input of a sign-in: its provider, the address to return to, and the challenge of the browser's verifier. */
export type OauthSignInStart = { provider: string; redirectUri: string; codeChallenge: string }

/** POST /v1/auth/oauth/start: starts a sign-in with a linked account, at its provider. */
export default class StartOauthSignIn {
  /**
   * Returns the provider's page.
   * @throws Refusal NOT_FOUND if the provider is not configured or sign-in with linked accounts is off; CONFIG_ERROR
   *   if the provider cannot be reached.
   */
  async execute({ provider: name, redirectUri, codeChallenge }: OauthSignInStart, now = Date.now()) {
    const provider = findProvider(name)
    if (!oauthSignIn.enabled) {
      throw new Refusal('NOT_FOUND', {
        message: 'Sign-in with linked accounts is switched off on this server (OAUTH_SIGN_IN)',
      })
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
