import { retiredAt, statusOf, type PublicSigningKey } from '#kernel/signing/keys'
import { iso } from '#kernel/time/iso'

/**
 * Returns the key set of /.well-known/service-keys.json (contract#signed-responses, contract/01-changes#keys), without
 * compromised keys.
 */
export function toServiceKeys(all: PublicSigningKey[], now: number) {
  return { keys: all.filter((key) => key.compromisedAt === null).map((key) => toServiceKey(key, all, now)) }
}

/** Returns a key as a JWK, with the moment after which it signs nothing (`retiredAt`). */
export function toServiceKey(key: PublicSigningKey, all: PublicSigningKey[], now: number) {
  const retired = retiredAt(key, all, now)
  return {
    kid: key.kid,
    kty: 'OKP' as const,
    crv: 'Ed25519' as const,
    x: key.publicKey,
    use: 'sig' as const,
    alg: 'EdDSA' as const,
    status: statusOf(key, all, now),
    createdAt: iso(key.createdAt),
    retiredAt: retired === null ? null : iso(retired),
  }
}
