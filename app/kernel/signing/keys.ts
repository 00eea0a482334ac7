/** The public part of a key that signs responses. Times are milliseconds since the epoch. */
export type PublicSigningKey = {
  kid: string
  publicKey: string
  signsFrom: number
  createdAt: number
  /** When the key was removed from the set because it may have leaked; null for a trusted key. */
  compromisedAt: number | null
}

export type SigningKeyStatus = 'active' | 'retired' | 'compromised'

/** Returns the key that signs at `now`: the newest trusted key whose `signsFrom` is past; null if there is none. */
export function signingKeyAt<Key extends PublicSigningKey>(keys: Key[], now: number): Key | null {
  return keys.reduce<Key | null>((best, key) => {
    if (key.signsFrom > now || key.compromisedAt !== null) return best
    return best && !isNewer(key, best) ? best : key
  }, null)
}

/**
 * Returns when a key stopped signing, which is when a newer key took over; null if no newer key has taken over. `keys`
 * includes the compromised ones, because one that has signed took over like any other.
 */
export function retiredAt(key: PublicSigningKey, keys: PublicSigningKey[], now: number): number | null {
  const successors = keys.filter((other) => isNewer(other, key) && other.signsFrom <= now && hasSigned(other))
  return successors.length === 0 ? null : Math.min(...successors.map(({ signsFrom }) => signsFrom))
}

/**
 * The published status of a key. It is retired from the moment a newer key signs. A key that does not sign yet is
 * listed as active, so that verifiers know it before its first signature.
 */
export function statusOf(key: PublicSigningKey, keys: PublicSigningKey[], now: number): SigningKeyStatus {
  if (key.compromisedAt !== null) return 'compromised'
  return retiredAt(key, keys, now) === null ? 'active' : 'retired'
}

/**
 * Returns the key that takes over from a compromised one: the next key that is published to sign later; null if none.
 */
export function spareKey<Key extends PublicSigningKey>(keys: Key[], now: number): Key | null {
  const spares = keys.filter(({ signsFrom, compromisedAt }) => signsFrom > now && compromisedAt === null)
  return spares.reduce<Key | null>((first, key) => (first && !isNewer(first, key) ? first : key), null)
}

/** Returns false for a key that was removed from the set before its time to sign: no other key made way for it. */
function hasSigned({ signsFrom, compromisedAt }: PublicSigningKey): boolean {
  return compromisedAt === null || compromisedAt > signsFrom
}

function isNewer(one: PublicSigningKey, other: PublicSigningKey): boolean {
  if (one.signsFrom !== other.signsFrom) return one.signsFrom > other.signsFrom
  return one.createdAt !== other.createdAt ? one.createdAt > other.createdAt : one.kid > other.kid
}
