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
import { OutageLog } from '#kernel/observe/outage_log'
import { withTimeout } from '#kernel/time/with_timeout'

/**
 * How often every process reads the keys, in milliseconds. After this time, no process signs with a key that was
 * removed from the set.
 */
export const REFRESH_EVERY = 5000

/** The maximum age of the key set that verifiers get, and the maximum time to read it again. Milliseconds. */
const SHOWN_AGE = 1000
const READ_PATIENCE = 500

/** How long a new key is published before it signs, unless the operator sets another time. Seconds. */
export const DEFAULT_OVERLAP = 300

export type SigningKey = { kid: string; sign: TextSigner }

const opened = new Map<string, TextSigner>()
let keys: StoredSigningKey[] = []
let readAt = 0
let reading: Promise<void> | null = null
let timer: NodeJS.Timeout | null = null
const outage = new OutageLog('the signing keys are read again')

/** Reads the keys, creates the first key if none signs, and then reads the keys again every REFRESH_EVERY. */
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
 * Reads the keys again; concurrent callers share one read.
 * @throws if the database is unavailable; the known keys stay in use.
 */
export function refreshSigningKeys(): Promise<void> {
  reading ??= read().finally(() => (reading = null))
  return reading
}

/** Returns every key that ever existed, oldest first, as this process knows them. */
export function publicSigningKeys(): PublicSigningKey[] {
  return keys
}

/**
 * Returns the keys as of at most a second ago. A verifier that asks because it does not know a key must not get a set
 * without it. If the database is unavailable, it returns the known set.
 */
export async function freshSigningKeys(): Promise<PublicSigningKey[]> {
  if (Date.now() - readAt > SHOWN_AGE) await withTimeout(refreshSigningKeys(), READ_PATIENCE).catch(() => {})
  return keys
}

/**
 * Returns the key that signs at `now`, by the database's clock. If none does, because the first key or that after a
 * compromised one was made by a clock that is ahead, this machine's clock decides.
 * @throws if no key is known, or if no key of APP_KEYS opens it.
 */
export function currentSigningKey(now: number): SigningKey {
  const key = signingKeyAt(keys, now) ?? signingKeyAt(keys, Date.now())
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

/**
 * Processes that start together create only one first key: each locks the table while it looks for a key that signs.
 */
async function insertFirstKey(now: number) {
  await transaction(async (trx) => {
    await lockSigningKeys(trx)
    if (!signingKeyAt(await storedSigningKeys(trx), now)) await insertSigningKey(trx, { signsFrom: now, now })
  })
}

async function refreshInBackground() {
  await refreshSigningKeys().then(
    () => outage.worked(),
    (error) => outage.failed(error, 'the signing keys cannot be read: those that are known go on')
  )
}
