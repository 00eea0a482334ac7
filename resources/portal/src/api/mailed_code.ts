/** A code that was requested for an address. `at` is in milliseconds since 1970. */
export type AskedCode = { email: string; challengeToken: string; at: number }

/** The service sends one mail a minute to an address. An earlier request would only invalidate the first code. */
export const MINUTE = 60_000

/** True if the service has just mailed a code to this address and would send no other yet. */
export const wasJustAsked = (last: AskedCode | null, email: string): last is AskedCode =>
  last?.email === email && Date.now() - last.at < MINUTE

/** Key in `sessionStorage` of the code that was last requested for a sign-in in this tab. */
const KEPT = 'latchkey.code'
/** How long the service accepts a code. Milliseconds. */
const LIFE = 10 * MINUTE

/** Keeps a code over a reload, which a phone does when its user comes back from the mailbox. */
export const keepAsked = (orgId: string, asked: AskedCode) =>
  sessionStorage.setItem(KEPT, JSON.stringify({ orgId, asked }))

/** Returns the code that this tab has requested of an org, if it can still be given. */
export function keptAsked(orgId: string): AskedCode | null {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as {
    orgId: string
    asked: AskedCode
  } | null
  return kept?.orgId === orgId && Date.now() - kept.asked.at < LIFE ? kept.asked : null
}

export const forgetAsked = () => sessionStorage.removeItem(KEPT)
