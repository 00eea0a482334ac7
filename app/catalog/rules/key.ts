/** Crockford base32: no I, L, O or U, so that people read keys aloud without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The form of a license key that a merchant chooses. */
export const CUSTOM_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{3,127}$/
/** The form of the prefix of a product's keys. */
export const KEY_PREFIX = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

/** The number of random bytes for a generated key. Five bits of each are used, 125 in all (contract#license-keys). */
export const KEY_BYTES = 25

/** Formats random bytes as a key: the product's prefix if it has one, then five groups of five characters. */
export function formatKey(random: Uint8Array, prefix: string | null): string {
  const groups: string[] = []
  for (let at = 0; at < KEY_BYTES; at += 5) {
    groups.push(Array.from(random.subarray(at, at + 5), (byte) => ALPHABET[byte & 31]).join(''))
  }
  const key = groups.join('-')
  if (!prefix) return key
  return /[-._]$/.test(prefix) ? prefix + key : `${prefix}-${key}`
}

/** Returns true if a merchant may give a license this key. */
export function isCustomKey(key: unknown): key is string {
  return typeof key === 'string' && CUSTOM_KEY.test(key)
}

/** Returns true if a product may have this key prefix. */
export function isKeyPrefix(prefix: unknown): prefix is string {
  return typeof prefix === 'string' && KEY_PREFIX.test(prefix)
}
