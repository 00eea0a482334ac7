/** Loopback hosts, for pages in development. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A host name or an IP address. URLs also accept hosts that none can be, such as `*.example.com`. */
const HOST = /^(?:[a-z\d_.-]+|\[[a-f\d:]+\])$/

/**
 * Returns true if a text is an origin that end users may be sent back to: https, or http on loopback if `loopback`
 * allows it (contract/09-end-users#91-settings). Wildcards are no origins.
 */
export function isReturnOrigin(text: string, loopback: boolean): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.origin !== text.replace(/\/$/, '') || !HOST.test(url.hostname)) return false
  return url.protocol === 'https:' || (loopback && url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

/** Returns true if a page's origin is one of these and its URL has no credentials. */
export function isUnder(page: string, origins: readonly string[]): boolean {
  const url = URL.canParse(page) ? new URL(page) : null
  if (!url || url.username !== '' || url.password !== '') return false
  return origins.some((origin) => URL.canParse(origin) && new URL(origin).origin === url.origin)
}
