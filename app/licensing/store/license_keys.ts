import { randomBytes } from 'node:crypto'
import { formatKey, KEY_BYTES } from '#catalog/rules/key'

/** Generates license keys of 125 random bits each (contract#license-keys). */
export function newLicenseKeys(count: number, prefix: string | null): string[] {
  const random = randomBytes(count * KEY_BYTES)
  return Array.from({ length: count }, (_, at) =>
    formatKey(random.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES), prefix)
  )
}
