import { frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ImportRow } from './import_row.js'

/** One event of an import that changes a license, with the state of the license after it. */
export type ImportStep = { event: string; after: LicenseState; payload: Record<string, unknown> }

/** The steps of an import on one license, and the state that they have led to. Each counts as one revision. */
export class Steps {
  #all: ImportStep[] = []

  constructor(public state: LicenseState) {}

  get length() {
    return this.#all.length
  }

  add(event: string, after: LicenseState, payload: Record<string, unknown>) {
    this.state = { ...after, revision: this.state.revision + 1 }
    this.#all.push({ event, after: this.state, payload })
  }

  /** Without fields to tell of, the new state is part of the moves around it. */
  update(after: LicenseState, fields: string[]) {
    if (fields.length > 0) this.add('license.updated', after, { licenseId: after.id, fields })
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
