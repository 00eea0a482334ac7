import { createHmac, hash, randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { ring } from './app_key_ring.js'
import { appSecrets } from './app_secrets.js'

const ISSUER = 'latchkey'
const ALGORITHM = 'HS256'

/** The audience of a token. A token for one family of routes is not accepted by another (contract#tokens). */
export type Audience = 'user' | 'end-user'

/** Lifetimes in seconds (interface#53-jwt-tokens). */
export const ACCESS_TTL = 15 * 60
export const REFRESH_TTL = 30 * 24 * 3600
/** How long a sign-in can be renewed in total, in seconds; after that the user must enter the password again. */
export const SIGN_IN_TTL = 90 * 24 * 3600

/** The verified contents of an access token: the user, the generation of the user's tokens, and the sign-in. */
export type AccessToken = {
  subject: string
  generation: number
  /** The sign-in of the token; null in a token of an earlier release. */
  sessionId: string | null
  /** The only org that an SSO sign-in gives access to; null for every other sign-in. */
  orgId: string | null
}

/** One token key for each key of APP_KEYS, newest first: the first signs, all verify. */
const keys = ring.map(({ id, derive }) => ({ id, secret: derive('latchkey access tokens') }))

/** Claims in addition to those that every access token has. */
type Claims = Readonly<Record<string, unknown>>

/** Signs an access token, valid for 15 minutes (interface#53-jwt-tokens). `now` is in milliseconds. */
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
 * Verifies an access token and returns its claims.
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
 * Signs the access token of a user. It belongs to the user's `generation`: a new password starts a new generation,
 * which invalidates every token of an older one.
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

/**
 * Verifies a user's access token and returns its claims.
 * @throws those of `verifyToken`
 */
export async function verifyAccessToken(token: string): Promise<AccessToken> {
  const { subject, claims } = await verifyToken('user', token)
  // Tokens of releases before generations existed belong to the first generation.
  const generation = typeof claims.gen === 'number' ? claims.gen : 0
  const { sid, org } = claims
  return { subject, generation, sessionId: isUuid(sid) ? sid : null, orgId: isUuid(org) ? org : null }
}

/** The key that a token names. A token of an earlier version names none, so any key may have signed it. */
function keysFor(token: string) {
  try {
    const { kid } = decodeProtectedHeader(token)
    return kid === undefined ? keys : keys.filter(({ id }) => id === kid)
  } catch {
    return []
  }
}

/** Returns when a verified access token expires, in milliseconds since the epoch. */
export function expiryOf(token: string): number {
  return decodeJwt(token).exp! * 1000
}

/** Returns a new secret of 256 random bits, for example for refresh tokens; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash under which a random secret is stored and looked up. Passwords use scrypt instead. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * Returns the stored form of a secret that is too short for a plain hash, such as a backup code. Without the app secret
 * it cannot be found by trying all codes.
 */
export function hashShortCode(owner: string, code: string): string {
  return createHmac('sha256', appSecrets().codes).update(`${owner}:${code}`).digest('hex')
}

/** A keyed digest for data that may contain a secret too weak for a plain hash, such as the body of a request. */
export function keyedDigest() {
  return createHmac('sha256', appSecrets().digests)
}
