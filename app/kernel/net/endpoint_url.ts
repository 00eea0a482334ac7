import { isReachable, parseIp, type Subnet } from './addresses.js'

/** The maximum length of a URL, in characters. */
export const MAX_URL_LENGTH = 2048

/**
 * Returns why a URL cannot be a webhook endpoint (contract#event-names-and-urls, contract#refused-addresses), or null
 * if it can. The check runs when the endpoint is saved and before each attempt; only the attempt resolves a host name.
 * `URL` converts every notation of an IPv4 address (decimal, octal, hex, short, Unicode digits) to dotted decimal.
 */
export function urlProblem(text: string, allowed: readonly Subnet[]): string | null {
  if (text.length > MAX_URL_LENGTH) return `The url is longer than ${MAX_URL_LENGTH} characters`
  if (/[\u0000-\u0020\u007f]/.test(text) || !URL.canParse(text)) return 'The url is not a valid URL'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The url must be http or https'
  if (url.username !== '' || url.password !== '') return 'The url must not contain credentials'
  const host = bareHost(url.hostname)
  if (parseIp(host) && !isReachable(host, allowed)) return 'The url is a private or reserved address'
  return null
}

/** Removes the brackets around an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}
