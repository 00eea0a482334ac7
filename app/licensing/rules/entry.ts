import { normalizeNetwork } from '#kernel/net/address'
import type { FieldProblem } from '#kernel/refusals/problems'

export const BLACKLIST_TYPES = ['HWID', 'IP'] as const
export type BlacklistType = (typeof BLACKLIST_TYPES)[number]

/** An entry as somebody wants it (interface#26-blacklist-entry). */
export type NewEntry = { type: BlacklistType; value: string; reason?: string | null }

/** The longest hardware id, in characters: what authorize takes (contract#authorize-request). */
const MAX_HWID = 256

/**
 * The value as the list keeps it: a HWID as it is, an address or network in its canonical form. Null when it is
 * neither.
 */
export function normalizeValue({ type, value }: NewEntry): string | null {
  if (type === 'IP') return normalizeNetwork(value)
  return value.length >= 1 && value.length <= MAX_HWID ? value : null
}

/** What is wrong with a value that has no canonical form. */
export function valueProblem({ type }: NewEntry, field: string): FieldProblem {
  const wanted =
    type === 'IP' ? 'an IPv4 or IPv6 address or a network in CIDR notation' : `1 to ${MAX_HWID} characters`
  return { field, message: `${field} must be ${wanted}` }
}
