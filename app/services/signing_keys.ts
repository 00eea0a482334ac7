import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { createPrivateKey, generateKeyPairSync, hash } from 'node:crypto'
import { signingKeyAt, type PublicSigningKey } from '#domain/signing/keys'
import { signerOf, type TextSigner } from './response_signer.js'
import { openSecret, sealSecret } from './secrets.js'
import { millis, rows, type SqlClient } from './sql.js'
import { transaction } from './unit_of_work.js'

/** Every process reads the keys this often, in milliseconds; a rotation takes effect later than that. */
export const REFRESH_EVERY = 15_000

/** How long a new key is published before it signs, unless the operator says otherwise. Seconds. */
export const DEFAULT_OVERLAP = 300

type StoredKey = PublicSigningKey & { sealedPrivateKey: string }
export type SigningKey = { kid: string; sign: TextSigner }

const opened = new Map<string, TextSigner>()
let keys: StoredKey[] = []
let timer: NodeJS.Timeout | null = null

/** Reads the keys, making the first one where there is none, and goes on reading them from time to time. */
export async function openSigningKeys(now = Date.now()) {
  await refreshSigningKeys()
  if (!signingKeyAt(keys, now)) {
    await insertFirstKey(now)
    await refreshSigningKeys()
  }
  timer ??= setInterval(() => void refreshInBackground(), REFRESH_EVERY).unref()
}

export function closeSigningKeys() {
  if (timer) clearInterval(timer)
  timer = null
  keys = []
}

/** Reads the keys again; a database that is away leaves those that are known. */
export async function refreshSigningKeys() {
  keys = await rows<StoredKey>(
    db.connection(),
    `select kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey",
       ${millis('signs_from', 'signsFrom')}, ${millis('created_at', 'createdAt')}
     from signing_keys order by signs_from, created_at, kid`
  )
}

/** The keys that may be shown to everybody, oldest first. */
export function publicSigningKeys(): PublicSigningKey[] {
  return keys
}

/** The key that signs at `now`. Errors: none is known, or APP_KEY has changed. */
export function currentSigningKey(now: number): SigningKey {
  const key = signingKeyAt(keys, now)
  if (!key) throw new Error('There is no key to sign responses with')
  let sign = opened.get(key.kid)
  if (!sign) {
    const der = Buffer.from(openSecret(key.sealedPrivateKey), 'base64')
    sign = signerOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
    opened.set(key.kid, sign)
  }
  return { kid: key.kid, sign }
}

/** Makes a key that signs from a moment on; its private half is sealed before it is stored. */
export async function insertSigningKey(
  client: SqlClient,
  { signsFrom, now, unlessOneSigns = false }: { signsFrom: number; now: number; unlessOneSigns?: boolean }
): Promise<PublicSigningKey> {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
  const sealed = sealSecret(pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
  // The thumbprint of RFC 7638 names the key by what it is.
  const kid = hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`, 'base64url')
  await rows(
    client,
    `insert into signing_keys (kid, public_key, sealed_private_key, signs_from, created_at)
     select ?::text, ?::text, ?::text, to_timestamp(?::float8 / 1000), to_timestamp(?::float8 / 1000)
     where not ?::boolean or not exists (
       select from signing_keys where signs_from <= to_timestamp(?::float8 / 1000))`,
    [kid, publicKey, sealed, signsFrom, now, unlessOneSigns, now]
  )
  return { kid, publicKey, signsFrom, createdAt: now }
}

/** Processes that start together make one first key: the table is locked while somebody looks for one that signs. */
async function insertFirstKey(now: number) {
  await transaction(async (trx) => {
    await rows(trx, 'lock table signing_keys in exclusive mode')
    await insertSigningKey(trx, { signsFrom: now, now, unlessOneSigns: true })
  })
}

async function refreshInBackground() {
  await refreshSigningKeys().catch((error) =>
    logger.warn({ err: error }, 'the signing keys cannot be read: those that are known go on')
  )
}
