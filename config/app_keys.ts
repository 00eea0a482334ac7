import type { Secret } from '@adonisjs/core/helpers'
import { found } from '#config/environment'
import env from '#start/env'

/**
 * The keys that encrypt stored secrets and sign tokens and links, newest first. The first key encrypts and signs; the
 * others only decrypt and verify what they produced earlier (contract/01-changes#keys). APP_KEY alone is a ring of
 * one.
 */
export const appKeys: Secret<string>[] = env.get('APP_KEYS') ?? [env.get('APP_KEY')!]

/**
 * @throws if DATABASE_URL is set and no application key is known: a generated key must never be used with that
 *   database.
 */
export function requireAppKey() {
  if (!found.appKeyIsMissing) return
  throw new Error(
    'APP_KEY is not set, but DATABASE_URL is: set APP_KEY (or APP_KEYS) to the key that the other processes on this ' +
      'database have. For a new database "openssl rand -base64 32" makes one'
  )
}
