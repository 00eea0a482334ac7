import { deny, type Verdict } from '#kernel/refusals/verdict'
import { changeStatus, expire, freeze, reviveIfUnexpired, unfreeze } from '#licensing/rules/changes'
import { moveToTier } from '#licensing/rules/tier_change'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { settledTerms } from './import_terms.js'
import type { ImportRow } from './import_row.js'
import { Steps, type ImportStep } from './step_list.js'
import type { StepsProblem } from './steps_problem.js'

/**
 * The steps from a license to the state that a row asks for, each made by the function that the route uses, in a
 * fixed order: unfreeze, unrevoke or unsuspend, update, change the tier, freeze, suspend or revoke. Fields that the
 * row does not mention stay unchanged. All changes that no other step covers form one license.updated, `otherFields`
 * included. Empty when nothing changes; a problem when no sequence of routes leads there.
 */
export function importSteps(
  before: LicenseState,
  row: ImportRow,
  otherFields: string[],
  now: Millis
): Verdict<StepsProblem, { steps: ImportStep[] }> {
  const to = row.status
  const steps = new Steps(before)
  if (to === 'PENDING' && before.status !== 'PENDING') {
    steps.refuse({ reason: 'pending-again', from: before.status })
  }
  if (row.frozen === false) steps.take(unfreeze(steps.state, now))
  const ends = to !== undefined && to !== 'REVOKED'
  if (ends && steps.state.status === 'REVOKED') steps.take(changeStatus(steps.state, 'unrevoke', now))
  if (ends && to !== 'SUSPENDED' && steps.state.status === 'SUSPENDED') {
    steps.take(changeStatus(steps.state, 'unsuspend', now))
  }
  update(steps, row, otherFields, now)
  if (row.heldTier) steps.take(moveToTier(steps.state, row.heldTier))
  if (row.frozen && steps.state.frozenAt === null && steps.take(freeze(steps.state, stopOf(row, now)))) {
    steps.froze(row)
  }
  if (to === 'SUSPENDED' && steps.state.status !== to) {
    if (steps.take(changeStatus(steps.state, 'suspend', now))) steps.suspended(row, now)
  }
  if (to === 'REVOKED') steps.take(changeStatus(steps.state, 'revoke', now))
  const from = steps.state.status
  if (to !== undefined && from !== to) steps.refuse({ reason: 'unreached', from, to })
  return steps.problem ? deny(steps.problem) : { allow: true, steps: steps.finished() }
}

/**
 * Applies all changes that no other step covers as one license.updated: the clock of an export, the terms, and a
 * status that follows from them.
 */
function update(steps: Steps, row: ImportRow, otherFields: string[], now: Millis) {
  const from = steps.state
  let state = withMoments(from, row)
  const clock = (['pausedSince', 'pausedMs'] as const).filter((field) => state[field] !== from[field])
  const settled = settledTerms(state, row, now)
  if (!settled.allow) return steps.refuse(settled.reason)
  state = settled.state
  if (state.status === 'ACTIVE' && state.frozenAt !== null && clock.includes('pausedSince')) {
    // The row moves the freeze, so the limits are judged by its new moment, as those of a new freeze are.
    const judged = freeze({ ...state, frozenAt: null, pausedSince: null }, state.pausedSince!)
    if (judged.outcome === 'failed') return steps.refuse({ reason: 'refused', by: judged })
  }
  const to = row.status
  if (clock.length > 0 || state.activatedAt !== from.activatedAt) state = reviveIfUnexpired(state, now)
  if (to === 'ACTIVE' || to === 'SUSPENDED') state = reviveIfUnexpired(state, stopOf(row, now))
  if (state.status === 'PENDING' && to !== undefined && to !== 'PENDING' && to !== 'REVOKED') {
    const redeemed = changeStatus(state, 'redeem', now)
    if (redeemed.outcome !== 'changed') return steps.refuse({ reason: 'not-redeemable' })
    state = redeemed.after
  }
  if (to === 'EXPIRED') state = expire(state, now)?.after ?? state
  const moments = (['activatedAt', 'frozenAt', 'suspendedAt'] as const).filter(
    (field) => state[field] !== from[field]
  )
  const status = state.status === from.status ? [] : ['status']
  // A pause that begins or ends with another step is part of that step.
  const moves = steps.length > 0 || willMove(state, row)
  const fields = [...settled.fields, ...moments, ...(moves ? [] : clock), ...status, ...otherFields]
  steps.update(state, [...new Set(fields)])
}

/** When a freeze that the row states stops the clock: the limits are judged by this moment, not by that of the import. */
function stopOf({ frozen, frozenAt, pausedSince }: ImportRow, now: Millis): Millis {
  return frozen ? (pausedSince ?? frozenAt ?? now) : now
}

function willMove(state: LicenseState, { frozen, status }: ImportRow): boolean {
  const freezes = frozen === true && state.frozenAt === null
  return freezes || ((status === 'SUSPENDED' || status === 'REVOKED') && state.status !== status)
}

/** Applies the times that a row has for a license that is already activated, frozen or suspended. */
function withMoments(state: LicenseState, row: ImportRow): LicenseState {
  const { frozenAt, suspendedAt, pausedSince } = state
  return {
    ...state,
    activatedAt: row.activatedAt ?? state.activatedAt,
    frozenAt: frozenAt === null ? null : (row.frozenAt ?? frozenAt),
    suspendedAt: suspendedAt === null ? null : (row.suspendedAt ?? suspendedAt),
    pausedSince: pausedSince === null ? null : (row.pausedSince ?? movedPause(state, row) ?? pausedSince),
    pausedMs: row.pausedMs ?? state.pausedMs,
  }
}

/**
 * When the clock of a paused license stopped, if the row states another moment of its freeze or suspension. The clock
 * stands since then, as it does in a license that the row creates.
 */
function movedPause({ frozenAt, suspendedAt }: LicenseState, row: ImportRow): Millis | undefined {
  if (frozenAt !== null) return row.frozenAt === frozenAt ? undefined : row.frozenAt
  return row.suspendedAt === suspendedAt ? undefined : row.suspendedAt
}
