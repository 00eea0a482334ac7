import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Told } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'

/** How a kind of operation is undone (contract#operation-routes). */
export type Undoing = {
  /**
   * The permission that an API key needs for it: undoing a revocation is an unrevocation, and the other way round.
   */
  permission: RequiredPermission
  /** The event of the opposite change, for a license that has its values from `before` again. */
  event: (after: LicenseState, before: Partial<LicenseState>) => Told
}
