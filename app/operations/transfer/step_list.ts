import { frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import { toldOf, type Decision, type Told } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from './import_row.js'
import type { StepsProblem } from './steps_problem.js'

/** One event of an import that changes a license, with the state of the license after it. */
export type ImportStep = Told & { after: LicenseState }

/**
 * The steps of an import on one license, and the state that they have led to. Each counts as one revision. The first
 * problem is the one that counts.
 */
export class Steps {
  #all: ImportStep[] = []
  problem: StepsProblem | null = null

  constructor(public state: LicenseState) {}

  get length() {
    return this.#all.length
  }

  /** Notes a problem, unless there is one already. */
  refuse(problem: StepsProblem) {
    this.problem ??= problem
  }

  /** Goes the way of a route, if its rule lets it. Whether a step came of it. */
  take(decision: Decision): boolean {
    if (decision.outcome === 'failed') this.refuse({ reason: 'refused', by: decision })
    if (decision.outcome !== 'changed') return false
    this.add(toldOf(decision), decision.after)
    return true
  }

  add(told: Told, after: LicenseState) {
    this.state = { ...after, revision: this.state.revision + 1 }
    this.#all.push({ ...told, after: this.state })
  }

  /** Without fields to tell of, the new state is part of the moves around it. */
  update(after: LicenseState, fields: string[]) {
    const payload = { licenseId: after.id, fields }
    if (fields.length > 0) this.add({ event: 'license.updated', payload }, after)
    else this.state = { ...after, revision: this.state.revision }
  }

  /** Sets the moments that the row states for the freeze that was just added. */
  froze({ frozenAt, pausedSince }: ImportRow) {
    const last = this.#all.at(-1)!
    this.state = {
      ...this.state,
      frozenAt: frozenAt ?? this.state.frozenAt,
      pausedSince: pausedSince ?? frozenAt ?? this.state.pausedSince,
    }
    last.after = this.state
    if (last.event !== 'license.frozen') return
    last.payload = {
      ...last.payload,
      frozenAt: new Date(this.state.frozenAt!).toISOString(),
      frozenDaysRemaining: frozenDaysRemaining(this.state),
    }
  }

  /** Sets the moments that the row states for the suspension that was just added at `now`. */
  suspended({ suspendedAt, pausedSince }: ImportRow, now: Millis) {
    const begins = this.state.frozenAt === null
    this.state = {
      ...this.state,
      suspendedAt: suspendedAt ?? now,
      pausedSince: begins ? (pausedSince ?? suspendedAt ?? now) : this.state.pausedSince,
    }
    this.#all.at(-1)!.after = this.state
  }

  /** The steps, the last of which leaves the license as it is now. */
  finished(): ImportStep[] {
    const last = this.#all.at(-1)
    if (last) last.after = { ...this.state, revision: last.after.revision }
    return this.#all
  }
}
