import { statusOf, type PublicSigningKey } from '#domain/signing/keys'
import { iso } from './timestamps.js'

/** A key of /.well-known/service-keys.json as a JWK (contract 4). */
export function toServiceKey(key: PublicSigningKey, all: PublicSigningKey[], now: number) {
  return {
    kid: key.kid,
    kty: 'OKP',
    crv: 'Ed25519',
    x: key.publicKey,
    use: 'sig',
    alg: 'EdDSA',
    status: statusOf(key, all, now),
    createdAt: iso(key.createdAt),
  }
}
