import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'svc_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random characters of a key, and the checksum after them. */
const RANDOM = 34
const CHECKSUM = 6

/**
 * A new key string: `svc_`, 34 random base62 characters, and the checksum (contract#api-keys,
 * contract/01-changes#keys). The checksum lets a secret scanner tell a key from a text that only looks like one,
 * without asking this service.
 */
export function newApiKey(): string {
  const body = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return PREFIX + body + checksumOf(PREFIX + body)
}

/** Whether a string has the form of a key. Keys that were made before there was a checksum count too. */
export function isApiKeyString(text: string): boolean {
  return /^svc_[0-9A-Za-z]{40}$/.test(text)
}

/**
 * Whether a key string ends with the checksum of what stands before it.
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
