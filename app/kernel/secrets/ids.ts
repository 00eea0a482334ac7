import { v7 } from 'uuid'

/**
 * A new UUID version 7: ids that grow with time keep indexes compact. Each id of a process is greater than those before
 * it, within a millisecond too: lists that go by id show what one request wrote in the order in which it was written.
 * Never use one as a secret: it tells when it was made.
 */
export function newId(): string {
  return v7()
}
