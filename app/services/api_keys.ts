import encryption from '@adonisjs/core/services/encryption'
import db from '@adonisjs/lucid/services/db'
import { randomInt } from 'node:crypto'
import { firstRow } from './sql.js'
import { hashSecret } from './tokens.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^svc_[0-9A-Za-z]{40}$/

/** An API key as a request is checked against it. */
export type KnownApiKey = {
  id: string
  productId: string
  orgId: string
  permissions: string[]
  /** Encrypted; open it with `openSecret`. */
  signingSecret: string
}

/** A new key string: `svc_` and 40 base62 characters (contract 2, API keys). */
export function newApiKey(): string {
  return `svc_${Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('')}`
}

/**
 * The live key that this string is, or that it was until a rotation whose grace period still runs. Null when
 * unknown, revoked or expired. The pair belongs together: an old string comes with its old signing secret.
 */
export async function findApiKey(key: string, now = Date.now()): Promise<KnownApiKey | null> {
  if (!KEY.test(key)) return null
  const hash = hashSecret(key)
  return firstRow(
    db.connection(),
    `select k.id, k.product_id as "productId", p.org_id as "orgId", k.permissions,
       case when k.key_hash = ? then k.signing_secret else k.previous_signing_secret end as "signingSecret"
     from api_keys k join products p on p.id = k.product_id
     where (k.key_hash = ? or (k.previous_key_hash = ? and k.previous_until > to_timestamp(?::float8 / 1000)))
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > to_timestamp(?::float8 / 1000))`,
    [hash, hash, hash, now, now]
  )
}

/** Encrypts a secret that must be read again. */
export function sealSecret(secret: string): string {
  return encryption.encrypt(secret)
}

/** Reads an encrypted secret. Errors: a value that was made with another APP_KEY. */
export function openSecret(sealed: string): string {
  const secret = encryption.decrypt<string>(sealed)
  if (secret === null) throw new Error('A stored secret cannot be decrypted: APP_KEY has changed')
  return secret
}
