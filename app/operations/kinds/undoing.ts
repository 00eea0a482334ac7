import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Told } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'

/** How a kind of operation is undone (contract#operation-routes). */
export type Undoing = {
  /** The permission that an API key needs for the undo: to undo a revocation is to unrevoke, and vice versa. */
  permission: RequiredPermission
  /** Fields outside the license state that the change sets, and that its decisions and its undo read. */
  attributes?: readonly (keyof LicenseAttributes)[]
  /**
   * The event of the opposite change. `after` is the license with the values of `before` restored; `now` is the
   * license until then.
   */
  event: (after: LicenseState, before: Partial<LicenseState>, now: LicenseState) => Told
}
