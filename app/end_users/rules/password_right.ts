import type { Millis } from '#kernel/time/millis'

const FRESH_MS = 10 * 60_000
/** Doors that prove the email address. */
const PROVES_ADDRESS: readonly string[] = ['code', 'link', 'invite']

/**
 * Returns true if a sign-in allows setting a password without the current one: it proved the address, less than 10
 * minutes ago (contract/09-end-users#92-getting-in).
 */
export function provesFreshly(signIn: { door: string; signedInAt: Millis }, now: Millis): boolean {
  return PROVES_ADDRESS.includes(signIn.door) && now - signIn.signedInAt < FRESH_MS
}
