import { normalizeNetwork } from '#kernel/net/address'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { deny, type Verdict } from '#kernel/refusals/verdict'

export const BLACKLIST_TYPES = ['HWID', 'IP'] as const
export type BlacklistType = (typeof BLACKLIST_TYPES)[number]

/** A requested entry (interface#26-blacklist-entry). */
export type NewEntry = { type: BlacklistType; value: string; reason?: string | null }

/** The longest hardware id, in characters, as in authorize (contract#authorize-request). */
const MAX_HWID = 256

/**
 * Returns the value in the form that the list stores: a HWID unchanged, an address or network in its canonical form.
 * `field` is the field name for a problem with the value.
 */
export function entryValue(
  { type, value }: NewEntry,
  field: string
): Verdict<FieldProblem, { value: string }> {
  if (type === 'HWID') {
    const fits = value.length >= 1 && value.length <= MAX_HWID
    return fits ? { allow: true, value } : unfit(field, `1 to ${MAX_HWID} characters`)
  }
  const network = normalizeNetwork(value)
  if (network !== null) return { allow: true, value: network }
  return unfit(field, 'an IPv4 or IPv6 address or a network in CIDR notation')
}

function unfit(field: string, wanted: string) {
  return deny({ field, message: `${field} must be ${wanted}` })
}
