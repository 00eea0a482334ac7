/** An address without its `+tag`, as a whole and in its two parts. */
export type FoldedAddress = { plain: string; local: string; domain: string }

/**
 * What the addresses of one person have in common (contract/10-storefront#107-abuse): they differ in capitals and `+tag`
 * alone. The domain begins with the at sign.
 */
export function foldedAddress(email: string): FoldedAddress {
  const plain = email.toLowerCase().replace(/\+[^@]*@/, '@')
  const at = Math.max(0, plain.lastIndexOf('@'))
  return { plain, local: plain.slice(0, at), domain: plain.slice(at) }
}
