import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { hashSecret, newSecret, REFRESH_TTL, SIGN_IN_TTL, signAccessToken } from '#kernel/secrets/tokens'
import type { Trx } from '#kernel/database/unit_of_work'

export type TokenPair = { accessToken: string; refreshToken: string }

/** All refresh tokens that descend from one sign-in. */
export type Family = { familyId: string; signedInAt: Date }

/**
 * Gives a user who has proved who he is a pair of tokens (interface#53-jwt-tokens): the first of a sign-in, or the next
 * of `family`. No refresh token outlives 90 days from its sign-in.
 */
export default class IssueSession {
  async execute(trx: Trx, userId: string, family?: Family, now = Date.now()): Promise<TokenPair> {
    const refreshToken = newSecret()
    const { familyId, signedInAt } = family ?? { familyId: newId(), signedInAt: new Date(now) }
    const end = Math.min(now + REFRESH_TTL * 1000, signedInAt.getTime() + SIGN_IN_TTL * 1000)
    const made = await firstRow<{ generation: number }>(
      trx,
      `insert into refresh_sessions (id, user_id, family_id, token_hash, signed_in_at, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?)
       returning (select token_generation from users where id = user_id) as generation`,
      [newId(), userId, familyId, hashSecret(refreshToken), signedInAt, new Date(now), new Date(end)]
    )
    return { accessToken: await signAccessToken(userId, now, made!.generation), refreshToken }
  }
}
