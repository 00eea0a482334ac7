import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { createPrivateKey } from 'node:crypto'
import { signingKeyAt, type PublicSigningKey } from './keys.js'
import { signerOf, type TextSigner } from './response_signer.js'
import { openSecret } from '#kernel/secrets/secrets'
import {
  insertSigningKey,
  lockSigningKeys,
  storedSigningKeys,
  type StoredSigningKey,
} from './signing_key_store.js'
import { transaction } from '#kernel/database/unit_of_work'
import { withTimeout } from '#kernel/time/with_timeout'

/**
 * Every process reads the keys this often, in milliseconds. So this long after a key was taken out of the set no
 * process signs with it any more.
 */
export const REFRESH_EVERY = 5000

/** How old the key set may be that a verifier is shown, and how long reading it again may take. Milliseconds. */
const SHOWN_AGE = 1000
const READ_PATIENCE = 500

/** How long a new key is published before it signs, unless the operator says otherwise. Seconds. */
export const DEFAULT_OVERLAP = 300

export type SigningKey = { kid: string; sign: TextSigner }

const opened = new Map<string, TextSigner>()
let keys: StoredSigningKey[] = []
let readAt = 0
let reading: Promise<void> | null = null
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
  readAt = 0
}

/**
 * Reads the keys again, once for whoever asks meanwhile. @throws when the database is away: the known ones go on.
 *
 * @internal
 */
export function refreshSigningKeys(): Promise<void> {
  reading ??= read().finally(() => (reading = null))
  return reading
}

/** Every key that there was, oldest first, as this process knows them. */
export function publicSigningKeys(): PublicSigningKey[] {
  return keys
}

/**
 * The same as of a second ago: a verifier that asks for a key which it does not know must not be shown a set without
 * it. While the database is away it is the set that is known.
 */
export async function freshSigningKeys(): Promise<PublicSigningKey[]> {
  if (Date.now() - readAt > SHOWN_AGE) await withTimeout(refreshSigningKeys(), READ_PATIENCE).catch(() => {})
  return keys
}

/** The key that signs at `now`. @throws when none is known, or when no key of APP_KEYS opens it. */
export function currentSigningKey(now: number): SigningKey {
  const key = signingKeyAt(keys, now)
  if (!key) throw new Error('There is no key to sign responses with')
  let sign = opened.get(key.kid)
  if (!sign) {
    const place = `signing_keys.sealed_private_key:${key.kid}` as const
    const der = Buffer.from(openSecret(key.sealedPrivateKey, place), 'base64')
    sign = signerOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
    opened.set(key.kid, sign)
  }
  return { kid: key.kid, sign }
}

async function read() {
  keys = await storedSigningKeys(db.connection())
  readAt = Date.now()
  for (const { kid, compromisedAt } of keys) if (compromisedAt !== null) opened.delete(kid)
}

/** Processes that start together make one first key: the table is locked while somebody looks for one that signs. */
async function insertFirstKey(now: number) {
  await transaction(async (trx) => {
    await lockSigningKeys(trx)
    if (!signingKeyAt(await storedSigningKeys(trx), now)) await insertSigningKey(trx, { signsFrom: now, now })
  })
}

async function refreshInBackground() {
  await refreshSigningKeys().catch((error) =>
    logger.warn({ err: error }, 'the signing keys cannot be read: those that are known go on')
  )
}
