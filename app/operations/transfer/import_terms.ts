import { deny, type Verdict } from '#kernel/refusals/verdict'
import { changeTerms } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { changedTerms, sameTerms } from '#licensing/rules/terms'
import { maxDaysOf } from './import_expiry.js'
import type { ImportRow } from './import_row.js'
import type { StepsProblem } from './steps_problem.js'

/**
 * A license with the expiration that a row states, applied as a PATCH does (contract#expiration-modes), and the
 * fields that this changes. Where the row also states when the clock stopped that belongs to its `expiresAt`, this keeps
 * the meaning that it had then, and does not count as a new value.
 */
export function settledTerms(
  state: LicenseState,
  row: ImportRow,
  now: Millis
): Verdict<StepsProblem, { state: LicenseState; fields: string[] }> {
  if (row.expiry === undefined) return { allow: true, state, fields: [] }
  const verdict = changedTerms(state, row.expiry, maxDaysOf(row))
  if (!verdict.allow) return deny({ reason: 'bad-terms', problems: verdict.reason })
  // Only an import makes an EXPIRED license whose limit has not passed. The row that repeats it must not revive it.
  const repeats = state.status === 'EXPIRED' && row.status === 'EXPIRED' && sameTerms(state, verdict.terms)
  if (repeats) return { allow: true, state, fields: [] }
  const restates = row.expiry.expiresAt !== undefined && !statesPause(state, row)
  const decision = changeTerms(state, verdict.terms, restates, now)
  if (decision?.outcome !== 'changed') return { allow: true, state, fields: [] }
  return { allow: true, state: decision.after, fields: decision.payload.fields }
}

/**
 * An export has `pausedSince`. A row without it that has `frozenAt` made a license whose clock stopped then
 * (`importedState`); the same row must not take the time since then from that license.
 */
function statesPause({ pausedSince }: LicenseState, row: ImportRow): boolean {
  return row.pausedSince !== undefined || (row.frozenAt !== undefined && row.frozenAt === pausedSince)
}
