import type { Decision, Told } from './changes.js'
import type { LicenseState } from './license.js'

/** The fields of a requested tier that decide whether a license can have it. */
export type TierOfProduct = { id: string; productId: string }

/**
 * Gives a license another tier, or none (null). Event license.tier_changed. CONFLICT for a tier of another product,
 * VALIDATION_ERROR if its features leave no `room` for those of the license itself.
 */
export function changeTier(
  state: LicenseState,
  tier: TierOfProduct | null,
  room = true
): Decision<'license.tier_changed'> {
  const tierId = tier?.id ?? null
  if (tier && tier.productId !== state.productId) {
    return { outcome: 'failed', reason: { reason: 'tier-of-other-product' } }
  }
  if (state.tierId === tierId) return { outcome: 'skipped', code: 'ALREADY_IN_TIER' }
  if (!room) return { outcome: 'failed', reason: { reason: 'features-too-large' } }
  const after = { ...state, tierId, revision: state.revision + 1 }
  return { outcome: 'changed', after, ...tierChanged(state, after) }
}

/**
 * Does the same for a change that nobody has checked against the tier before, such as a row of an import: CONFLICT for
 * a tier that is archived, unless the license already has it.
 */
export function moveToTier(
  state: LicenseState,
  tier: (TierOfProduct & { archived: boolean }) | null,
  room = true
): Decision<'license.tier_changed'> {
  const decision = changeTier(state, tier, room)
  if (decision.outcome !== 'changed' || !tier?.archived) return decision
  return { outcome: 'failed', reason: { reason: 'tier-archived' } }
}

/** Returns the event for a license that changed its tier. */
export function tierChanged(before: LicenseState, after: LicenseState): Told<'license.tier_changed'> {
  const { id: licenseId, productId, tierId: to } = after
  return { event: 'license.tier_changed', payload: { licenseId, productId, from: before.tierId, to } }
}
