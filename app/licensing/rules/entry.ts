import { normalizeNetwork } from '#kernel/net/address'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import { shown } from '#kernel/text/shown'

export const BLACKLIST_TYPES = ['HWID', 'IP'] as const
export type BlacklistType = (typeof BLACKLIST_TYPES)[number]

/** A requested entry (interface#26-blacklist-entry). */
export type NewEntry = { type: BlacklistType; value: string; reason?: string | null }

/** The longest hardware id, in characters, as in authorize (contract#authorize-request). */
const MAX_HWID = 256

/**
 * Returns the value in the form that the list stores: a HWID unchanged, an address or network in its canonical form.
 * `at` is the index of an entry of a list: a problem then names the index and the value
 * (contract/01-changes#said-to-the-caller).
 */
export function entryValue({ type, value }: NewEntry, at?: number): Verdict<FieldProblem, { value: string }> {
  const unfit = (wanted: string) => {
    if (at === undefined) return deny({ field: 'value', message: `value must be ${wanted}` })
    const message = `entries[${at}].value ${shown(value)} must be ${wanted}`
    return deny({ field: `entries.${at}.value`, message })
  }
  if (type === 'HWID') {
    const fits = value.length >= 1 && value.length <= MAX_HWID
    return fits ? { allow: true, value } : unfit(`1 to ${MAX_HWID} characters`)
  }
  const network = normalizeNetwork(value)
  if (network !== null) return { allow: true, value: network }
  return unfit('an IPv4 or IPv6 address or a network in CIDR notation')
}
