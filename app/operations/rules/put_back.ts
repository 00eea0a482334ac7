import type { SkipCode } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'

/** A change as the timeline has it: the values before it, and the revision that it led to. */
export type RecordedChange = { before: Partial<LicenseState>; revision: number }

/** The result of an undo for one license: the state to put back, or why the license stays as it is. */
export type PutBack =
  | { outcome: 'changed'; after: LicenseState; before: Partial<LicenseState> }
  | { outcome: 'skipped'; code: Extract<SkipCode, 'CHANGED_SINCE'> }

/**
 * Puts back what an operation changed on a license, field by field, as if it had never run: a license that was frozen
 * by mistake has not gained time (contract#operation-routes). CHANGED_SINCE when the license changed afterwards.
 */
export function putBack(state: LicenseState, recorded: RecordedChange | undefined): PutBack {
  if (!recorded || state.revision !== recorded.revision) return { outcome: 'skipped', code: 'CHANGED_SINCE' }
  const { before } = recorded
  return { outcome: 'changed', before, after: { ...state, ...before, revision: state.revision + 1 } }
}
