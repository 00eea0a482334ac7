/** A key that signs responses, as far as it may be shown. Times are milliseconds since the epoch. */
export type PublicSigningKey = { kid: string; publicKey: string; signsFrom: number; createdAt: number }

/** The key that signs at `now`: the newest whose time has come; null when there is none. */
export function signingKeyAt<Key extends PublicSigningKey>(keys: Key[], now: number): Key | null {
  return keys.reduce<Key | null>((best, key) => {
    if (key.signsFrom > now) return best
    return best && !isNewer(key, best) ? best : key
  }, null)
}

/**
 * What /.well-known/service-keys.json says of a key: retired from the moment at which a newer one signs. A key
 * that does not sign yet is listed as active, so that verifiers know it before its first signature.
 */
export function statusOf(key: PublicSigningKey, keys: PublicSigningKey[], now: number): 'active' | 'retired' {
  const current = signingKeyAt(keys, now)
  return current && isNewer(current, key) ? 'retired' : 'active'
}

function isNewer(one: PublicSigningKey, other: PublicSigningKey): boolean {
  if (one.signsFrom !== other.signsFrom) return one.signsFrom > other.signsFrom
  return one.createdAt !== other.createdAt ? one.createdAt > other.createdAt : one.kid > other.kid
}
