import { getPublicSuffix } from 'tldts'
import { parseIp } from '#kernel/net/addresses'

/** Names that belong to the service itself. */
export type OwnNames = { host: string; storefronts?: string }

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Ends of names that no DNS of the internet knows. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal)$/

/**
 * A name as an org may claim it: lower case, in punycode, without a dot at its end
 * (contract/10-storefront#101-domains). A problem for what is no name of somebody's own.
 */
export function claimedName(text: string, own: OwnNames): { name: string } | { problem: string } {
  const name = punycodeOf(text.trim())
  if (name === null) return { problem: 'must be a host name such as shop.example.com, without port or path' }
  if (LOCAL.test(name)) return { problem: 'must be a name of the public DNS' }
  if (!name.includes('.')) return { problem: 'must have a dot' }
  if (name === own.host) return { problem: 'is the host of this service' }
  if (own.storefronts && (name === own.storefronts || name.endsWith(`.${own.storefronts}`))) {
    return { problem: 'lies below the domain of all storefronts' }
  }
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) {
    return { problem: 'is a public suffix, below which others have names too' }
  }
  return { name }
}

function punycodeOf(text: string): string | null {
  if (text === '' || text.length > 300 || /[\s/\\@?#:%*[\]_]/.test(text)) return null
  const url = `http://${text}`
  if (!URL.canParse(url)) return null
  const host = new URL(url).hostname.replace(/\.$/, '')
  if (host.length > 253 || parseIp(host)) return null
  return host.split('.').every((label) => LABEL.test(label)) ? host : null
}

/** The name of the TXT record that proves a domain. */
export const proofName = (hostname: string) => `_latchkey.${hostname}`

/** What such a record holds; TXT records of other services stand beside it. */
export const proofValue = (token: string) => `latchkey-verify=${token}`
