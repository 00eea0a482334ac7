import { generateKeyPairSync, hash } from 'node:crypto'
import type { PublicSigningKey } from './keys.js'
import { sealSecret } from '#kernel/secrets/secrets'
import { millis, rows, type SqlExecutor } from '#kernel/database/sql'

/** A signing key as stored; the private half is empty once the key is compromised. */
export type StoredSigningKey = PublicSigningKey & { sealedPrivateKey: string }

/** Returns every key that ever existed, oldest first. */
export function storedSigningKeys(client: SqlExecutor): Promise<StoredSigningKey[]> {
  return rows<StoredSigningKey>(
    client,
    `select kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey",
       ${millis('signs_from', 'signsFrom')}, ${millis('created_at', 'createdAt')},
       ${millis('compromised_at', 'compromisedAt')}
     from signing_keys order by signs_from, created_at, kid`
  )
}

/** Allows only one process at a time to change the keys; reads are not blocked. */
export async function lockSigningKeys(client: SqlExecutor) {
  await rows(client, 'lock table signing_keys in exclusive mode')
}

/** Creates a key that signs from `signsFrom` on. Its private half is sealed before it is stored. */
export async function insertSigningKey(
  client: SqlExecutor,
  { signsFrom, now }: { signsFrom: number; now: number }
): Promise<PublicSigningKey> {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
  // The kid is the thumbprint of the key (RFC 7638).
  const kid = hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`, 'base64url')
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await rows(
    client,
    `insert into signing_keys (kid, public_key, sealed_private_key, signs_from, created_at)
     values (?, ?, ?, ?, ?)`,
    [kid, publicKey, sealSecret(privateKey, `signing_keys.sealed_private_key:${kid}`), at(signsFrom), at(now)]
  )
  return { kid, publicKey, signsFrom, createdAt: now, compromisedAt: null }
}

/** Removes a key from the set permanently and deletes its private half. */
export async function markCompromised(client: SqlExecutor, kid: string, now: number) {
  await rows(client, `update signing_keys set compromised_at = ?, sealed_private_key = '' where kid = ?`, [
    at(now),
    kid,
  ])
}

/** Changes the time from which on a published key signs. */
export async function setSignsFrom(client: SqlExecutor, kid: string, signsFrom: number) {
  await rows(client, 'update signing_keys set signs_from = ? where kid = ?', [at(signsFrom), kid])
}

const at = (epochMillis: number) => new Date(epochMillis)
