/** The headers that say where a request was made. */
export type RequestOrigin = {
  /** Whether the request can change anything. */
  changes: boolean
  /** The header Sec-Fetch-Site, which a page cannot set. */
  fetchSite: string | undefined
  /** The header Origin. */
  origin: string | undefined
}

const OWN = new Set(['same-origin', 'none'])

/**
 * Whether a request that is signed in by cookie was made by our own pages or by those of an allowed origin
 * (interface#57-csrf). Reads pass: they change nothing, and another site cannot see the answer. Without
 * Sec-Fetch-Site the Origin must be on the list, so a request that says nothing at all is refused.
 */
export function madeByOurPages(
  { changes, fetchSite, origin }: RequestOrigin,
  allowedOrigins: readonly string[]
): boolean {
  if (!changes) return true
  if (fetchSite !== undefined && OWN.has(fetchSite)) return true
  return origin !== undefined && allowedOrigins.includes(origin)
}
