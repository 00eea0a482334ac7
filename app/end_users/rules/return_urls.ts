/** Hosts of the machine itself, for pages under development. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a text is the origin of a page that end users may be sent back to: https, or http on loopback where
 * `loopback` allows it (contract/09-end-users#91-settings).
 */
export function isReturnOrigin(text: string, loopback: boolean): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.origin !== text.replace(/\/$/, '')) return false
  return url.protocol === 'https:' || (loopback && url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

/** Whether a page lies under one of the origins. */
export function isUnder(page: string, origins: readonly string[]): boolean {
  const url = URL.canParse(page) ? new URL(page) : null
  if (!url || url.username !== '' || url.password !== '') return false
  return origins.some((origin) => URL.canParse(origin) && new URL(origin).origin === url.origin)
}
