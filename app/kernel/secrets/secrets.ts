import { keyOfId, newestKey, ring } from './app_key_ring.js'

/**
 * The columns that hold sealed secrets, each by the name under which its values are bound. Two columns between which
 * SQL moves a value (a secret and the one before it) share a name.
 */
export type SealedColumn =
  | 'api_keys.signing_secret'
  | 'app_secrets.sealed_value'
  | 'idempotency_keys.sealed_body'
  | 'idempotency_keys.sealed_cookies'
  | 'mails.sealed_content'
  | 'oauth_sign_ins.sealed_verifier'
  | 'oauth_states.sealed_verifier'
  | 'processor_events.body'
  | 'processors.secret'
  | 'signing_keys.sealed_private_key'
  | 'sso_connections.client_secret'
  | 'sso_requests.sealed_verifier'
  | 'users.totp_secret'
  | 'webhook_endpoints.secret'

/** Where a sealed secret belongs: its column and the key of its row. Moved elsewhere it does not open. */
export type Place = `${SealedColumn}:${string}`

/** A sealed value: version of the form, id of the key, and what the cipher made. Earlier versions had the last only. */
const BOUND = /^b1:([A-Za-z0-9_-]{8}):(.+)$/s

/** The prefix of values that the newest key sealed. */
export const newestSeal = (): string => `b1:${newestKey().id}:`

let unboundOpen = true

/** Ends the reading of values that are bound to no place, once none is stored any more (`app-key:rotate`). */
export function refuseUnbound(refused = true) {
  unboundOpen = !refused
}

/** Encrypts a secret that must be read again, for one place, with the newest key of the application. */
export function sealSecret(secret: string, place: Place): string {
  return newestSeal() + newestKey().cipher.encrypt(secret, { purpose: place })
}

/**
 * Reads an encrypted secret.
 * @throws for a value that no key of APP_KEYS opens, and for one that was sealed for another place.
 */
export function openSecret(sealed: string, place: Place): string {
  const [, keyId, text] = BOUND.exec(sealed) ?? []
  const secret =
    keyId === undefined ? openUnbound(sealed) : keyOfId(keyId)?.cipher.decrypt<string>(text, place)
  if (typeof secret === 'string') return secret
  const cause =
    keyId === undefined || keyOfId(keyId)
      ? 'it was sealed with another APP_KEY or for another row'
      : `its key ${keyId} is not in APP_KEYS`
  throw new Error(`The secret ${place} cannot be opened: ${cause}`)
}

/** A value of the time before values were bound to their place, which does not tell its key. */
function openUnbound(sealed: string): string | null {
  if (!unboundOpen) return null
  for (const { cipher } of ring) {
    const secret = cipher.decrypt<string>(sealed)
    if (secret !== null) return secret
  }
  return null
}
