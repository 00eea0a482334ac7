import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { appKey } from '#config/app'
import { isUuid } from '#domain/uuid'
import Refusal from '#exceptions/refusal'

const ISSUER = 'latchkey'
const ALGORITHM = 'HS256'

/** Whom a token is for; a token for one family of routes is worth nothing on another (contract 2). */
export type Audience = 'user' | 'end-user'

/** Lifetimes in seconds (interface 5.3). */
export const ACCESS_TTL = 15 * 60
export const REFRESH_TTL = 30 * 24 * 3600

const codeKey = Buffer.from(hkdfSync('sha256', appKey.release(), '', 'latchkey short codes', 32))
const digestKey = Buffer.from(hkdfSync('sha256', appKey.release(), '', 'latchkey digests', 32))
const key = new Uint8Array(hkdfSync('sha256', appKey.release(), '', 'latchkey access tokens', 32))

/** An access token: stateless, 15 minutes (interface 5.3). */
export async function signAccessToken(
  audience: Audience,
  subject: string,
  now = Date.now()
): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TTL)
    .sign(key)
}

/** The subject of an access token. Errors: EXPIRED_TOKEN past its exp, UNAUTHORIZED for anything else. */
export async function verifyAccessToken(audience: Audience, token: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    if (!isUuid(payload.sub)) throw new Refusal('UNAUTHORIZED')
    return payload.sub
  } catch (error) {
    throw new Refusal(error instanceof errors.JWTExpired ? 'EXPIRED_TOKEN' : 'UNAUTHORIZED')
  }
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
  return createHmac('sha256', codeKey).update(`${owner}:${code}`).digest('hex')
}

/** A digest of what may hold a secret too weak for a plain hash, such as the body of a request. */
export function keyedDigest() {
  return createHmac('sha256', digestKey)
}
