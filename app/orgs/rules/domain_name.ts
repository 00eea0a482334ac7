import { getPublicSuffix } from 'tldts'
import { parseIp } from '#kernel/net/addresses'

/** Names that belong to the service itself. */
export type OwnNames = { host: string; storefronts?: string }

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** Suffixes of names that the public DNS does not have. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal)$/

/**
 * Normalizes a name that an org claims: lower case, punycode, no dot at the end (contract/10-storefront#101-domains).
 * Returns a problem if an org cannot own the name.
 */
export function claimedName(text: string, own: OwnNames): { name: string } | { problem: string } {
  const name = punycodeOf(text.trim())
  if (name === null) return { problem: 'must be a host name such as shop.example.com, without port or path' }
  if (LOCAL.test(name)) return { problem: 'must be a public DNS name' }
  if (!name.includes('.')) return { problem: 'must have a dot' }
  if (name === own.host) return { problem: 'is the host of this service' }
  if (own.storefronts && (name === own.storefronts || name.endsWith(`.${own.storefronts}`))) {
    return { problem: 'is under the domain that all storefronts share' }
  }
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) {
    return { problem: 'is a public suffix: other people also have names under it' }
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

/** The value of that record. TXT records of other services can exist at the same name. */
export const proofValue = (token: string) => `latchkey-verify=${token}`
