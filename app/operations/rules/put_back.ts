import type { SkipCode } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'

/** A change in the timeline: the values before it, and the revision that it led to. */
export type RecordedChange = { before: Partial<LicenseState>; revision: number }

/** The result of an undo for one license: the state to restore, or why the license stays as it is. */
export type PutBack =
  | { outcome: 'changed'; after: LicenseState; before: Partial<LicenseState> }
  | { outcome: 'skipped'; code: Extract<SkipCode, 'CHANGED_SINCE'> }

/**
 * Restores the values of a license from before an operation, field by field, as if the operation had never run: a
 * license that was frozen by mistake does not gain time (contract#operation-routes). CHANGED_SINCE when the license
 * changed afterwards.
 */
export function putBack(state: LicenseState, recorded: RecordedChange | undefined): PutBack {
  if (!recorded || state.revision !== recorded.revision) return { outcome: 'skipped', code: 'CHANGED_SINCE' }
  const { before } = recorded
  return { outcome: 'changed', before, after: { ...state, ...before, revision: state.revision + 1 } }
}
