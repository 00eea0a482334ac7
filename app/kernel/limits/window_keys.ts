import { hash } from 'node:crypto'

/** Longer names are hashed, because a store must be able to hold any name that a request can send. */
const LONGEST_KEY = 128

/** Returns the name under which a store keeps a window or a nonce. */
export function storedKey(key: string): string {
  return key.length <= LONGEST_KEY ? key : `${key.slice(0, key.indexOf(':') + 1)}${hash('sha256', key)}`
}
