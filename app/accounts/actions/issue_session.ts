import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { hashSecret, newSecret, REFRESH_TTL, SIGN_IN_TTL, signAccessToken } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import type { Trx } from '#kernel/database/unit_of_work'

/** `endsAt`: until when the refresh token can be traded, in epoch milliseconds. */
export type TokenPair = { accessToken: string; refreshToken: string; endsAt: Millis }

/** What a sign-in through SSO is bound to: the org that it opens, the connection and the moment with which it ends. */
export type SsoBound = { orgId: string; connectionId: string; endsAt: Date }

/** The same as columns of a row, and read from one. */
export type BoundRow = { ssoOrgId: string | null; ssoConnectionId: string | null; endsAt: Date | null }
export const BOUND_COLUMNS = `sso_org_id as "ssoOrgId", sso_connection_id as "ssoConnectionId", ends_at as "endsAt"`

/** What a row says that a sign-in is bound to; null for one without SSO. */
export function ssoOf({ ssoOrgId, ssoConnectionId, endsAt }: BoundRow): SsoBound | null {
  return ssoOrgId && ssoConnectionId && endsAt
    ? { orgId: ssoOrgId, connectionId: ssoConnectionId, endsAt }
    : null
}

/** All refresh tokens that descend from one sign-in. */
export type Family = { familyId: string; signedInAt: Date; sso: SsoBound | null }

/** The family of a sign-in that begins now. */
export function newFamily(sso: SsoBound | null, now: Millis): Family {
  return { familyId: newId(), signedInAt: new Date(now), sso }
}

/** What a session is used with: shown to its user, who knows their own devices by it. */
export type Client = { ip: string; userAgent: string | null }

/** The most of a User-Agent header that is kept, in characters. */
const LONGEST_AGENT = 256

/**
 * Gives a user who has proved who he is a pair of tokens (interface#53-jwt-tokens): the first of a sign-in, or the next
 * of `family`. No refresh token outlives 90 days from its sign-in.
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
