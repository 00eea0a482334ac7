import { changeTerms } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { changedTerms } from '#licensing/rules/terms'
import { maxDaysOf, type ImportRow } from './import_row.js'

/**
 * A license with the expiration that a row states, as a PATCH gives it (contract#expiration-modes), and the fields that
 * this changes. An export carries the clock that belongs to its expiresAt (`pausedSince`): then the moment means what
 * it meant when the clock stopped, and is not stated anew.
 */
export function settledTerms(
  state: LicenseState,
  row: ImportRow,
  now: Millis
): { state: LicenseState; fields: string[] } | { problem: string } {
  if (row.expiry === undefined) return { state, fields: [] }
  const { terms, problems } = changedTerms(state, row.expiry, maxDaysOf(row))
  if (problems) return { problem: problems.map(({ message }) => message).join('; ') }
  const restates = row.expiry.expiresAt !== undefined && row.pausedSince === undefined
  const decision = changeTerms(state, terms, restates, now)
  if (decision?.outcome !== 'changed') return { state, fields: [] }
  return { state: decision.after, fields: decision.payload.fields as string[] }
}
