import { frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import { toldOf, type Decision, type Told } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from './import_row.js'
import type { StepsProblem } from './steps_problem.js'

/** One event with which an import changes a license, and the state of the license after it. */
export type ImportStep = Told & { after: LicenseState }

/**
 * The steps of an import on one license, and the state after them. Each step is one revision. Only the first problem
 * is kept.
 */
export class Steps {
  #all: ImportStep[] = []
  problem: StepsProblem | null = null

  constructor(public state: LicenseState) {}

  get length() {
    return this.#all.length
  }

  /** Records a problem, unless there is one already. */
  refuse(problem: StepsProblem) {
    this.problem ??= problem
  }

  /** Adds the step that a route's rule decided on, or records its refusal. Returns whether it added a step. */
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

  /** Adds a license.updated. Without changed fields, the new state becomes part of the steps around it. */
  update(after: LicenseState, fields: string[]) {
    const payload = { licenseId: after.id, fields }
    if (fields.length > 0) this.add({ event: 'license.updated', payload }, after)
    else this.state = { ...after, revision: this.state.revision }
  }

  /** Sets the times that the row states for the freeze that was just added. */
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

  /** Sets the times that the row states for the suspension that was just added at `now`. */
  suspended({ suspendedAt, pausedSince }: ImportRow, now: Millis) {
    const begins = this.state.frozenAt === null
    this.state = {
      ...this.state,
      suspendedAt: suspendedAt ?? now,
      pausedSince: begins ? (pausedSince ?? suspendedAt ?? now) : this.state.pausedSince,
    }
    this.#all.at(-1)!.after = this.state
  }

  /** Returns the steps; the last one has the final state of the license. */
  finished(): ImportStep[] {
    const last = this.#all.at(-1)
    if (last) last.after = { ...this.state, revision: last.after.revision }
    return this.#all
  }
}
