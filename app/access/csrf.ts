/** The headers that say where a request was made. */
export type RequestOrigin = {
  /** Whether the request can change anything. */
  changes: boolean
  /** The header Sec-Fetch-Site, which a page cannot set. */
  fetchSite: string | undefined
  /** The header Origin. */
  origin: string | undefined
  /** The header Host. */
  host?: string | undefined
}

const OWN = new Set(['same-origin', 'none'])

/**
 * Whether a request that is signed in by cookie was made by our own pages or by those of an allowed origin
 * (interface#57-csrf). Reads pass: they change nothing, and another site cannot see the answer. Without
 * Sec-Fetch-Site the Origin must be on the list, or have the host of the request itself; a browser sets both headers,
 * and a request that says nothing at all is refused.
 */
export function madeByOurPages(
  { changes, fetchSite, origin, host }: RequestOrigin,
  isAllowed: (origin: string) => boolean
): boolean {
  if (!changes) return true
  if (fetchSite !== undefined && OWN.has(fetchSite)) return true
  if (origin === undefined) return false
  if (isAllowed(origin)) return true
  return fetchSite === undefined && host !== undefined && hostOf(origin) === host.toLowerCase()
}

/** Host and port of an origin of the web; null for any other, such as `null`. */
function hostOf(origin: string): string | null {
  if (!/^https?:/.test(origin)) return null
  return URL.parse(origin)?.host ?? null
}
