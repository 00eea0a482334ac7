import { domainToASCII } from 'node:url'

/** A domain with letters beyond ASCII; `domainToASCII` would decode or cut off what the excluded characters begin. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[^\s/\\?#%:]+$/

/**
 * Returns an email address in the one spelling in which it is stored and compared: trimmed, in lower case, and with its
 * domain as DNS has it (`xn--...`). Otherwise one mailbox could have two accounts, and an org that has verified its
 * domain would not recognize the addresses of its members.
 */
export function plainEmail(address: string): string {
  const plain = address.trim().toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  const domain = plain.slice(at)
  if (at === 0 || !INTERNATIONAL.test(domain)) return plain
  // A domain that DNS cannot have stays as it is: it belongs to nobody.
  return plain.slice(0, at) + (domainToASCII(domain) || domain)
}
