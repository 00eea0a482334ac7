import { hash } from 'node:crypto'

/** Longer names are hashed: a store must hold whatever a request can name. */
const LONGEST_KEY = 128

/** The name under which a store keeps a window or a nonce. */
export function storedKey(key: string): string {
  return key.length <= LONGEST_KEY ? key : `${key.slice(0, key.indexOf(':') + 1)}${hash('sha256', key)}`
}
