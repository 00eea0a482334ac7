import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Told } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'

/** How a kind of operation is undone (contract#operation-routes). */
export type Undoing = {
  /**
   * The permission that an API key needs for it: undoing a revocation is an unrevocation, and the other way round.
   */
  permission: RequiredPermission
  /** Fields beside the state that the change sets, which its decisions and its undo read. */
  attributes?: readonly (keyof LicenseAttributes)[]
  /** The event of the opposite change, for a license that has its values from `before` again; `now` is it until then. */
  event: (after: LicenseState, before: Partial<LicenseState>, now: LicenseState) => Told
}
