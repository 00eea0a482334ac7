/** A code that was requested for an address. `at` is in milliseconds since 1970. */
export type AskedCode = { email: string; challengeToken: string; at: number }

/** The service sends one mail a minute to an address. An earlier request would only invalidate the first code. */
export const MINUTE = 60_000

/** True if the service has just mailed a code to this address and would send no other yet. */
export const wasJustAsked = (last: AskedCode | null, email: string): last is AskedCode =>
  last?.email === email && Date.now() - last.at < MINUTE
