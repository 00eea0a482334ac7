import {
  changeStatus,
  expire,
  freeze,
  reviveIfUnexpired,
  unfreeze,
  type Decision,
} from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { settledTerms } from './import_terms.js'
import type { ImportRow } from './import_row.js'
import { Steps, type ImportStep } from './step_list.js'

/** Why a row cannot change a license; `expired` where the license itself turns out to be past its limit. */
export type ImportProblem = { code: 'CONFLICT' | 'VALIDATION_ERROR'; message: string; expired?: true }

/** No way leads from the license to what the row asks for. */
class NoWay extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.message)
  }
}

/**
 * The ways of the routes from a license to what a row asks for, each by the function that the route uses, in one order:
 * unfrozen, unrevoked or unsuspended, updated, frozen, suspended or revoked. What the row does not mention stays. All
 * that is no move of its own is one license.updated, `otherFields` included. Empty when nothing changes; the problem
 * where no route leads there.
 */
export function importSteps(
  before: LicenseState,
  row: ImportRow,
  otherFields: string[],
  now: Millis
): ImportStep[] | ImportProblem {
  try {
    return stepsOf(before, row, otherFields, now)
  } catch (error) {
    if (error instanceof NoWay) return error.problem
    throw error
  }
}

function stepsOf(before: LicenseState, row: ImportRow, otherFields: string[], now: Millis): ImportStep[] {
  const to = row.status
  if (to === 'PENDING' && before.status !== 'PENDING') {
    throw noWay(`A license that is ${before.status} cannot become PENDING again`)
  }
  const steps = new Steps(before)
  if (row.frozen === false) take(steps, unfreeze(steps.state, now))
  const ends = to !== undefined && to !== 'REVOKED'
  if (ends && steps.state.status === 'REVOKED') take(steps, changeStatus(steps.state, 'unrevoke', now))
  if (ends && to !== 'SUSPENDED' && steps.state.status === 'SUSPENDED') {
    take(steps, changeStatus(steps.state, 'unsuspend', now))
  }
  update(steps, row, otherFields, now)
  if (row.frozen && steps.state.frozenAt === null) {
    take(steps, freeze(steps.state, now))
    steps.froze(row)
  }
  if (to === 'SUSPENDED' && steps.state.status !== to) {
    take(steps, changeStatus(steps.state, 'suspend', now))
    steps.suspended(row, now)
  }
  if (to === 'REVOKED') take(steps, changeStatus(steps.state, 'revoke', now))
  if (to !== undefined && steps.state.status !== to) throw noWay(unreached(steps.state, to))
  return steps.finished()
}

/** Everything that is no move: clock of an export, terms, and a status that follows from them, as one license.updated. */
function update(steps: Steps, row: ImportRow, otherFields: string[], now: Millis) {
  const from = steps.state
  let state = withMoments(from, row)
  const clock = (['pausedSince', 'pausedMs'] as const).filter((field) => state[field] !== from[field])
  const settled = settledTerms(state, row, now)
  if ('problem' in settled) throw new NoWay({ code: 'VALIDATION_ERROR', message: settled.problem })
  state = settled.state
  const to = row.status
  if (to === 'ACTIVE' || to === 'SUSPENDED') state = reviveIfUnexpired(state, now)
  if (state.status === 'PENDING' && to !== undefined && to !== 'PENDING' && to !== 'REVOKED') {
    state = after(changeStatus(state, 'redeem', now))
  }
  if (to === 'EXPIRED') state = expire(state, now)?.after ?? state
  const moments = (['activatedAt', 'frozenAt', 'suspendedAt'] as const).filter(
    (field) => state[field] !== from[field]
  )
  const status = state.status === from.status ? [] : ['status']
  // A pause that begins or ends with a move is part of that move.
  const moves = steps.length > 0 || willMove(state, row)
  const fields = [...settled.fields, ...moments, ...(moves ? [] : clock), ...status, ...otherFields]
  steps.update(state, [...new Set(fields)])
}

function willMove(state: LicenseState, { frozen, status }: ImportRow): boolean {
  const freezes = frozen === true && state.frozenAt === null
  return freezes || ((status === 'SUSPENDED' || status === 'REVOKED') && state.status !== status)
}

/** The moments that a row carries of a license that is activated, frozen or suspended already. */
function withMoments(state: LicenseState, row: ImportRow): LicenseState {
  const { frozenAt, suspendedAt, pausedSince } = state
  return {
    ...state,
    activatedAt: row.activatedAt ?? state.activatedAt,
    frozenAt: frozenAt === null ? null : (row.frozenAt ?? frozenAt),
    suspendedAt: suspendedAt === null ? null : (row.suspendedAt ?? suspendedAt),
    pausedSince: pausedSince === null ? null : (row.pausedSince ?? pausedSince),
    pausedMs: row.pausedMs ?? state.pausedMs,
  }
}

function take(steps: Steps, decision: Decision) {
  if (decision.outcome === 'skipped') return
  if (decision.outcome === 'failed') {
    throw new NoWay({
      code: decision.code,
      message: decision.message,
      ...(decision.marks && { expired: true as const }),
    })
  }
  steps.add(decision.event, decision.after, decision.payload)
}

function after(decision: Decision): LicenseState {
  if (decision.outcome !== 'changed') throw noWay('The license cannot become ACTIVE')
  return decision.after
}

function noWay(message: string) {
  return new NoWay({ code: 'CONFLICT', message })
}

function unreached({ status }: LicenseState, to: string): string {
  if (to === 'EXPIRED')
    return `A license becomes EXPIRED only by an expiry that is past, this one is ${status}`
  if (status === 'EXPIRED') {
    return `A license that is EXPIRED becomes ${to} only by an expiry that lies ahead`
  }
  return `A license that is ${status} cannot become ${to}`
}
