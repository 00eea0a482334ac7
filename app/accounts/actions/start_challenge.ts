import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import type { SsoBound } from './issue_session.js'
import type { Trx } from '#kernel/database/unit_of_work'

/** How long a challenge is valid, in milliseconds, and how many codes may be tried on it (contract#second-factor). */
const CHALLENGE_TTL = 5 * 60 * 1000
export const CHALLENGE_TRIES = 5

/**
 * The answer to a login with the second factor on: a challenge instead of tokens (interface#24-tokens-and-sessions).
 */
export type Challenge = { requires2FA: true; challengeToken: string; user: { id: string; email: string } }

/** Stores that a user has proved the password, or has signed in through SSO, and still has to send a code. */
export default class StartChallenge {
  async execute(
    trx: Trx,
    user: { id: string; email: string },
    now = Date.now(),
    sso: SsoBound | null = null
  ): Promise<Challenge> {
    const challengeToken = newSecret()
    await rows(
      trx,
      `insert into login_challenges
         (id, user_id, token_hash, created_at, expires_at, sso_org_id, sso_connection_id, ends_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[newId(), user.id, hashSecret(challengeToken), new Date(now), new Date(now + CHALLENGE_TTL)],
        ...[sso?.orgId ?? null, sso?.connectionId ?? null, sso?.endsAt ?? null],
      ]
    )
    return { requires2FA: true, challengeToken, user }
  }
}
