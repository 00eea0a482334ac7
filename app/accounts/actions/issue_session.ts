import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { hashSecret, newSecret, REFRESH_TTL, SIGN_IN_TTL, signAccessToken } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import type { Trx } from '#kernel/database/unit_of_work'

/** `endsAt`: the end of the refresh token, in epoch milliseconds. */
export type TokenPair = { accessToken: string; refreshToken: string; endsAt: Millis }

/**
 * The limits of a sign-in through SSO: the only org that it gives access to, its connection, and the time at which it
 * ends.
 */
export type SsoBound = { orgId: string; connectionId: string; endsAt: Date }

/** `SsoBound` as columns of a row. */
export type BoundRow = { ssoOrgId: string | null; ssoConnectionId: string | null; endsAt: Date | null }
export const BOUND_COLUMNS = `sso_org_id as "ssoOrgId", sso_connection_id as "ssoConnectionId", ends_at as "endsAt"`

/** Reads the limits of a sign-in from a row; null for a sign-in without SSO. */
export function ssoOf({ ssoOrgId, ssoConnectionId, endsAt }: BoundRow): SsoBound | null {
  return ssoOrgId && ssoConnectionId && endsAt
    ? { orgId: ssoOrgId, connectionId: ssoConnectionId, endsAt }
    : null
}

/** All refresh tokens that descend from one sign-in. */
export type Family = { familyId: string; signedInAt: Date; sso: SsoBound | null }

/** A new family, for a sign-in that starts now. */
export function newFamily(sso: SsoBound | null, now: Millis): Family {
  return { familyId: newId(), signedInAt: new Date(now), sso }
}

/** The client of a session. Users see it in their list of sessions, to recognize their own devices. */
export type Client = { ip: string; userAgent: string | null }

/** A client that signs in: the audit trail names its request too. */
export type SigningIn = Client & { requestId?: string | null }

/** The most characters of a User-Agent header that are kept. */
const LONGEST_AGENT = 256

/**
 * Issues a pair of tokens to an authenticated user (interface#53-jwt-tokens): the first pair of a sign-in, or the next
 * pair of `family`. No refresh token is valid for more than 90 days after its sign-in.
 */
export default class IssueSession {
  async execute(
    trx: Trx,
    userId: string,
    { family, client }: { family?: Family; client?: Client } = {},
    now = Date.now()
  ): Promise<TokenPair> {
    const refreshToken = newSecret()
    const { familyId, signedInAt, sso } = family ?? newFamily(null, now)
    const last = sso?.endsAt.getTime() ?? Infinity
    const end = Math.min(now + REFRESH_TTL * 1000, signedInAt.getTime() + SIGN_IN_TTL * 1000, last)
    const made = await firstRow<{ generation: number }>(
      trx,
      `insert into refresh_sessions
         (id, user_id, family_id, token_hash, signed_in_at, created_at, expires_at, user_agent, address,
          sso_org_id, sso_connection_id, ends_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       returning (select token_generation from users where id = user_id) as generation`,
      [
        ...[newId(), userId, familyId, hashSecret(refreshToken), signedInAt, new Date(now), new Date(end)],
        ...[client?.userAgent?.slice(0, LONGEST_AGENT) ?? null, client?.ip ?? null],
        ...[sso?.orgId ?? null, sso?.connectionId ?? null, sso?.endsAt ?? null],
      ]
    )
    const opens = sso?.orgId ?? null
    const accessToken = await signAccessToken(userId, now, made!.generation, familyId, opens)
    return { accessToken, refreshToken, endsAt: end }
  }
}
