import { newId } from '#kernel/secrets/ids'
import { signEndUserToken, type Door } from '#kernel/secrets/end_user_tokens'
import { hashSecret, newSecret, REFRESH_TTL } from '#kernel/secrets/tokens'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The tokens that every door returns (contract/09-end-users#92-getting-in). */
export type EndUserTokens = { accessToken: string; refreshToken: string }

/** The device of a sign-in; the end user sees it in the list of sessions. */
export type Device = { ip: string | null; userAgent: string | null }

/** A sign-in: the facts that all tokens of it share. */
export type EndUserSignIn = {
  orgId: string
  /** Null if the sign-in is by the key of a license without an owner. */
  endUserId: string | null
  door: Door
  productId: string | null
  licenseId: string | null
  familyId: string
  signedInAt: Millis
}

const DAY_MS = 24 * 3600 * 1000

/** A sign-in to start. `productId` and `licenseId` limit which licenses the tokens open. */
type NewSignIn = Pick<EndUserSignIn, 'orgId' | 'endUserId' | 'door'> & {
  productId?: string | null
  licenseId?: string | null
}

/** Returns a sign-in that begins now. */
export function newSignIn(
  { productId = null, licenseId = null, ...who }: NewSignIn,
  now: Millis
): EndUserSignIn {
  return { ...who, productId, licenseId, familyId: newId(), signedInAt: now }
}

/**
 * Issues a pair of tokens: the first of a sign-in, or the next one. A refresh token lives 30 days, but never past the
 * portal's `sessionDays` from the sign-in. The caller has locked the end user.
 */
export default class IssueEndUserSession {
  async execute(
    trx: Trx,
    signIn: EndUserSignIn,
    sessionDays: number,
    device: Device,
    now: Millis
  ): Promise<EndUserTokens> {
    const { orgId, endUserId, door, productId, licenseId, familyId, signedInAt } = signIn
    const refreshToken = newSecret()
    const end = Math.min(now + REFRESH_TTL * 1000, signedInAt + sessionDays * DAY_MS)
    await rows(
      trx,
      `insert into end_user_sessions (id, org_id, end_user_id, family_id, token_hash, amr, product_id, license_id,
         user_agent, ip, signed_in_at, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[newId(), orgId, endUserId, familyId, hashSecret(refreshToken), door, productId, licenseId],
        ...[device.userAgent?.slice(0, 400) ?? null, device.ip],
        ...[new Date(signedInAt), new Date(now), new Date(end)],
      ]
    )
    // Whoever has the key of a license may not be its owner, who was not seen then.
    if (endUserId && !licenseId) await seen(trx, orgId, endUserId, now)
    const subject = endUserId ?? licenseId!
    const token = { subject, orgId, sessionId: familyId, door, signedInAt, productId, licenseId }
    return { accessToken: await signEndUserToken(token, now), refreshToken }
  }
}

function seen(trx: Trx, orgId: string, endUserId: string, now: Millis) {
  return rows(trx, `update end_users set last_seen_at = ? where org_id = ? and id = ?`, [
    new Date(now),
    orgId,
    endUserId,
  ])
}
