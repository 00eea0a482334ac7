import { randomUUIDv7 } from 'node:crypto'

/**
 * A new UUID version 7: ids that grow with time keep indexes compact. Never use one as a secret: it tells when
 * it was made.
 */
export function newId(): string {
  return randomUUIDv7()
}
