import { plainEmail } from '#kernel/text/email'

/** An address without its `+tag`, as a whole and in its two parts. */
export type FoldedAddress = { plain: string; local: string; domain: string }

/**
 * Folds an email address (contract/10-storefront#107-abuse). Addresses that differ only in upper or lower case and in
 * the `+tag` count as one person and have the same result. `domain` starts with the at sign.
 */
export function foldedAddress(email: string): FoldedAddress {
  const plain = plainEmail(email).replace(/\+[^@]*@/, '@')
  const at = Math.max(0, plain.lastIndexOf('@'))
  return { plain, local: plain.slice(0, at), domain: plain.slice(at) }
}
