import { parseIp } from '#kernel/net/addresses'

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/**
 * Normalizes a host name for comparison: lower case, punycode, without port and trailing dot
 * (contract/10-storefront#104-public). Returns null for an IP address and for text that is not a host name.
 */
export function comparedHostname(text: string): string | null {
  const bare = text.trim().replace(/:\d{1,5}$/, '')
  if (bare === '' || bare.length > 300 || /[\s/\\@?#:%*[\]]/.test(bare)) return null
  const url = `http://${bare}`
  if (!URL.canParse(url)) return null
  const host = new URL(url).hostname.replace(/\.$/, '')
  if (host.length > 253 || parseIp(host)) return null
  return host.split('.').every((label) => LABEL.test(label)) ? host : null
}

/** The slug of a host that is a direct subdomain of the storefront domain; null for any other host. */
export function slugOfHost(host: string, domain: string | undefined): string | null {
  if (!domain || !host.endsWith(`.${domain}`)) return null
  const slug = host.slice(0, -domain.length - 1)
  return slug.includes('.') ? null : slug
}
