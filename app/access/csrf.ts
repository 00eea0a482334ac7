/** The headers of a request that tell which page made it. */
export type RequestOrigin = {
  /** True if the request can change data. */
  changes: boolean
  /** The header Sec-Fetch-Site, which scripts of a page cannot set. */
  fetchSite: string | undefined
  /** The header Origin. */
  origin: string | undefined
  /** The header Host. */
  host?: string | undefined
}

const OWN = new Set(['same-origin', 'none'])

/**
 * Returns true if a request signed in by cookie was made by our own pages or by a page of an allowed origin
 * (interface#57-csrf). Reads pass: they change nothing, and another site cannot see the answer. Without
 * Sec-Fetch-Site, the Origin must be on the list or have the host of the request itself. Browsers set both headers, so
 * a request with neither is refused.
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

/** The host and port of an http or https origin; null for any other, such as `null`. */
function hostOf(origin: string): string | null {
  if (!/^https?:/.test(origin)) return null
  return URL.parse(origin)?.host ?? null
}
