import { isReachable, parseIp, type Subnet } from './addresses.js'

/** Characters of the longest URL. */
export const MAX_URL_LENGTH = 2048

/**
 * Why a URL cannot be that of a webhook endpoint (contract#event-names-and-urls, contract#refused-addresses), or null
 * when it can. It is asked when the endpoint is saved and again before each attempt; a host name is resolved only then.
 * `URL` writes every notation of an IPv4 address (decimal, octal, hex, short, Unicode digits) as dotted decimal.
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

/** A host without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}
