import { keyOfId, newestKey, ring } from './app_key_ring.js'

/**
 * The columns with sealed secrets, each by the name to which its values are bound. Two columns between which SQL moves
 * a value (a secret and the previous one) share a name.
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

/** The place of a sealed secret: its column and the key of its row. The secret does not open for another place. */
export type Place = `${SealedColumn}:${string}`

/** A sealed value: format version, id of the key, and ciphertext. Earlier versions had only the ciphertext. */
const BOUND = /^b1:([A-Za-z0-9_-]{8}):(.+)$/s

/** Returns the prefix of values that the newest key sealed. */
export const newestSeal = (): string => `b1:${newestKey().id}:`

let unboundOpen = true

/** Refuses to open values that are bound to no place, once none is stored any more (`app-key:rotate`). */
export function refuseUnbound(refused = true) {
  unboundOpen = !refused
}

/** Encrypts a secret that must be readable later, for one place, with the newest key of APP_KEYS. */
export function sealSecret(secret: string, place: Place): string {
  return newestSeal() + newestKey().cipher.encrypt(secret, { purpose: place })
}

/**
 * Decrypts a sealed secret.
 * @throws if no key of APP_KEYS opens the value, or if it was sealed for another place.
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

/** Opens a value from before values were bound to their place. It does not name its key, so all keys are tried. */
function openUnbound(sealed: string): string | null {
  if (!unboundOpen) return null
  for (const { cipher } of ring) {
    const secret = cipher.decrypt<string>(sealed)
    if (secret !== null) return secret
  }
  return null
}
