import { v7 } from 'uuid'

/**
 * Returns a new UUID version 7. Its ids grow with time, which keeps indexes compact. Each id of a process is greater
 * than the previous ones, even within a millisecond, so lists in id order show the writes of one request in their
 * order. Never use one as a secret: it reveals when it was created.
 */
export function newId(): string {
  return v7()
}
