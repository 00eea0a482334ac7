import { createHmac, hash, randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { ring } from './app_key_ring.js'
import { appSecrets } from './app_secrets.js'

const ISSUER = 'latchkey'
const ALGORITHM = 'HS256'

/** The audience of a token; a token for one family of routes is worth nothing on another (contract#tokens). */
export type Audience = 'user' | 'end-user'

/** Lifetimes in seconds (interface#53-jwt-tokens). */
export const ACCESS_TTL = 15 * 60
export const REFRESH_TTL = 30 * 24 * 3600
/** How long one sign-in can be renewed at all, however often; then the password is asked for again. */
export const SIGN_IN_TTL = 90 * 24 * 3600

/** The user of an access token, the generation of their tokens that it belongs to, and its sign-in. */
export type AccessToken = {
  subject: string
  generation: number
  /** The sign-in that it belongs to; null in a token of an earlier release. */
  sessionId: string | null
  /** The org that a sign-in through SSO opens, and no other; null for every other sign-in. */
  orgId: string | null
}

/** A key for tokens from each key of the application, newest first: the first signs, each verifies. */
const keys = ring.map(({ id, derive }) => ({ id, secret: derive('latchkey access tokens') }))

/** Claims beside those that every access token has. */
type Claims = Readonly<Record<string, unknown>>

/** Signs an access token of 15 minutes (interface#53-jwt-tokens). `now` is in milliseconds. */
export function signToken(audience: Audience, subject: string, claims: Claims, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: keys[0].id })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TTL)
    .sign(keys[0].secret)
}

/**
 * The claims of an access token.
 * @throws Refusal EXPIRED_TOKEN past its exp, UNAUTHORIZED for anything else.
 */
export async function verifyToken(
  audience: Audience,
  token: string
): Promise<{ subject: string; claims: Claims }> {
  const failures: unknown[] = []
  for (const { secret } of keysFor(token)) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
      if (isUuid(payload.sub)) return { subject: payload.sub, claims: payload }
    } catch (error) {
      failures.push(error)
    }
  }
  const expired = failures.some((error) => error instanceof errors.JWTExpired)
  throw new Refusal(expired ? 'EXPIRED_TOKEN' : 'UNAUTHORIZED')
}

/**
 * The access token of a user. It is of the user's `generation`: a new password begins another one, and every token of
 * an older one is worth nothing from then on.
 */
export function signAccessToken(
  subject: string,
  now = Date.now(),
  generation = 0,
  sessionId?: string,
  orgId: string | null = null
): Promise<string> {
  return signToken('user', subject, { gen: generation, sid: sessionId, ...(orgId && { org: orgId }) }, now)
}

/** The claims of a user's access token. @throws those of `verifyToken` */
export async function verifyAccessToken(token: string): Promise<AccessToken> {
  const { subject, claims } = await verifyToken('user', token)
  // Those of releases before there were generations belong to the first.
  const generation = typeof claims.gen === 'number' ? claims.gen : 0
  const { sid, org } = claims
  return { subject, generation, sessionId: isUuid(sid) ? sid : null, orgId: isUuid(org) ? org : null }
}

/** The key that a token names. A token of an earlier version names none: any of them may have signed it. */
function keysFor(token: string) {
  try {
    const { kid } = decodeProtectedHeader(token)
    return kid === undefined ? keys : keys.filter(({ id }) => id === kid)
  } catch {
    return []
  }
}

/** Epoch milliseconds at which an access token ends that was found good. */
export function expiryOf(token: string): number {
  return decodeJwt(token).exp! * 1000
}

/** A new secret of 256 random bits, for refresh tokens and the like; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a random secret is stored and looked up. Passwords go through scrypt instead. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * The stored form of a secret that is too short for a plain hash, such as a backup code: without the
 * application key nobody can try them all.
 */
export function hashShortCode(owner: string, code: string): string {
  return createHmac('sha256', appSecrets().codes).update(`${owner}:${code}`).digest('hex')
}

/** A digest of what may hold a secret too weak for a plain hash, such as the body of a request. */
export function keyedDigest() {
  return createHmac('sha256', appSecrets().digests)
}
