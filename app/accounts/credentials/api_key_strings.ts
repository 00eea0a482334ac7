import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'svc_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The number of random characters of a key, and the length of its checksum. */
const RANDOM = 34
const CHECKSUM = 6

/**
 * Creates a key string: `svc_`, 34 random base62 characters and the checksum
 * (contract#api-keys, contract/01-changes#keys). With the checksum, a secret scanner can tell a key from a text of the
 * same form without calling this service.
 */
export function newApiKey(): string {
  const body = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return PREFIX + body + checksumOf(PREFIX + body)
}

/** Returns true if a string has the form of a key. Keys from before the checksum was introduced also match. */
export function isApiKeyString(text: string): boolean {
  return /^svc_[0-9A-Za-z]{40}$/.test(text)
}

/**
 * Returns true if a key string ends with the checksum of its other characters.
 *
 * @internal
 */
export function hasChecksum(key: string): boolean {
  return isApiKeyString(key) && key.slice(-CHECKSUM) === checksumOf(key.slice(0, -CHECKSUM))
}

/** CRC32 in base62, six characters. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < CHECKSUM; at++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
