import { deny, type Verdict } from '#kernel/refusals/verdict'
import { changeTerms } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { changedTerms } from '#licensing/rules/terms'
import { maxDaysOf } from './import_expiry.js'
import type { ImportRow } from './import_row.js'
import type { StepsProblem } from './steps_problem.js'

/**
 * A license with the expiration that a row states, applied as a PATCH does (contract#expiration-modes), and the
 * fields that this changes. An export also has the clock that belongs to its `expiresAt` (`pausedSince`). In that
 * case `expiresAt` keeps the meaning that it had when the clock stopped, and does not count as a new value.
 */
export function settledTerms(
  state: LicenseState,
  row: ImportRow,
  now: Millis
): Verdict<StepsProblem, { state: LicenseState; fields: string[] }> {
  if (row.expiry === undefined) return { allow: true, state, fields: [] }
  const verdict = changedTerms(state, row.expiry, maxDaysOf(row))
  if (!verdict.allow) return deny({ reason: 'bad-terms', problems: verdict.reason })
  const restates = row.expiry.expiresAt !== undefined && row.pausedSince === undefined
  const decision = changeTerms(state, verdict.terms, restates, now)
  if (decision?.outcome !== 'changed') return { allow: true, state, fields: [] }
  return { allow: true, state: decision.after, fields: decision.payload.fields }
}
