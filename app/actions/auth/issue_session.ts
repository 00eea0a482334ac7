import { newId } from '#services/ids'
import { rows } from '#services/sql'
import { hashSecret, newSecret, REFRESH_TTL, signAccessToken } from '#services/tokens'
import type { Trx } from '#services/unit_of_work'

export type TokenPair = { accessToken: string; refreshToken: string }

/** Starts a refresh session for a user who has proved who he is; returns its first pair (interface 5.3). */
export default class IssueSession {
  async execute(trx: Trx, userId: string, familyId = newId(), now = Date.now()): Promise<TokenPair> {
    const refreshToken = newSecret()
    await rows(
      trx,
      `insert into refresh_sessions (id, user_id, family_id, token_hash, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?)`,
      [newId(), userId, familyId, hashSecret(refreshToken), new Date(now), new Date(now + REFRESH_TTL * 1000)]
    )
    return { accessToken: await signAccessToken('user', userId, now), refreshToken }
  }
}
