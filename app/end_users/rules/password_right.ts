import type { Millis } from '#kernel/time/millis'

const FRESH_MS = 10 * 60_000
/** Doors that prove the address of mail. */
const PROVES_ADDRESS: readonly string[] = ['code', 'link', 'invite']

/**
 * Whether a sign-in is proof enough to set a password without the current one: with the address proved, less than 10
 * minutes ago (contract/09-end-users#92-getting-in).
 */
export function provesFreshly(signIn: { door: string; signedInAt: Millis }, now: Millis): boolean {
  return PROVES_ADDRESS.includes(signIn.door) && now - signIn.signedInAt < FRESH_MS
}
