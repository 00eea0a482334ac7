/** A key that signs responses, as far as it may be shown. Times are milliseconds since the epoch. */
export type PublicSigningKey = {
  kid: string
  publicKey: string
  signsFrom: number
  createdAt: number
  /** When it was taken out of the set, because somebody else may have it; null for a key that is trusted. */
  compromisedAt: number | null
}

export type SigningKeyStatus = 'active' | 'retired' | 'compromised'

/** The key that signs at `now`: the newest trusted one whose time has come; null when there is none. */
export function signingKeyAt<Key extends PublicSigningKey>(keys: Key[], now: number): Key | null {
  return keys.reduce<Key | null>((best, key) => {
    if (key.signsFrom > now || key.compromisedAt !== null) return best
    return best && !isNewer(key, best) ? best : key
  }, null)
}

/**
 * When a key signed for the last time: the moment at which a newer one took its place; null while it signs and before.
 * `keys` holds the compromised ones too, because they took places like any other.
 */
export function retiredAt(key: PublicSigningKey, keys: PublicSigningKey[], now: number): number | null {
  const successors = keys.filter((other) => isNewer(other, key) && other.signsFrom <= now)
  return successors.length === 0 ? null : Math.min(...successors.map(({ signsFrom }) => signsFrom))
}

/**
 * The published state of a key: retired from the moment at which a newer one signs. A key that does not sign yet is
 * listed as active, so that verifiers know it before its first signature.
 */
export function statusOf(key: PublicSigningKey, keys: PublicSigningKey[], now: number): SigningKeyStatus {
  if (key.compromisedAt !== null) return 'compromised'
  return retiredAt(key, keys, now) === null ? 'active' : 'retired'
}

/** The key that takes over from a compromised one: the next that was published to sign later; null without one. */
export function spareKey<Key extends PublicSigningKey>(keys: Key[], now: number): Key | null {
  const spares = keys.filter(({ signsFrom, compromisedAt }) => signsFrom > now && compromisedAt === null)
  return spares.reduce<Key | null>((first, key) => (first && !isNewer(first, key) ? first : key), null)
}

function isNewer(one: PublicSigningKey, other: PublicSigningKey): boolean {
  if (one.signsFrom !== other.signsFrom) return one.signsFrom > other.signsFrom
  return one.createdAt !== other.createdAt ? one.createdAt > other.createdAt : one.kid > other.kid
}
