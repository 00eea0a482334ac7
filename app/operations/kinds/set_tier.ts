import { licensesOverRoom } from '#catalog/queries/feature_room'
import { isUuid } from '#kernel/text/uuid'
import { moveToTier, tierChanged } from '#licensing/rules/tier_change'
import { holdTiers, type HeldTier } from '#licensing/store/held_tiers'
import FindTier from '#licensing/queries/find_tier'
import { changeKind } from './change_kind.js'
import { isText, optional } from './stored_params.js'

type Params = {
  /** Null removes the tier. */
  tierId: string | null
  /** The tier, locked by the chunk's transaction; undefined if it no longer exists. */
  tier?: HeldTier
  /** Licenses of the chunk whose own features leave no room for the features of the tier. */
  full?: ReadonlySet<string>
}

/** Gives licenses another tier, or none (contract/17-tiers). */
export const setTierKind = changeKind({
  type: 'licenses.set_tier',
  bulk: {
    method: 'POST',
    path: '/set-tier',
    name: 'set_tier',
    permission: 'license:update',
    numbers: {},
    ids: ['tierId'],
    check: async (scope, { tierId, filter }) => {
      const asked = (filter ?? {}) as { productId?: string | null }
      if (isUuid(tierId)) await new FindTier().assertTierFits(scope, tierId, asked.productId ?? null)
    },
  },
  readOwnParams: (stored): Params => ({ tierId: optional(stored, 'tierId', isText) ?? null }),
  prepare: async (trx, { orgId }, { tierId }, licenses) => {
    if (tierId === null) return { tierId }
    const tier = (await holdTiers(trx, orgId, [tierId])).get(tierId)
    const chunk = { sql: 'l.id = any(?::uuid[])', values: [licenses.map(({ id }) => id)] }
    const full = tier ? await licensesOverRoom(trx, chunk, { tier: tier.features }, licenses.length) : []
    return { tierId, tier, full: new Set(full) }
  },
  decide: (state, { tierId, tier, full }) =>
    tierId !== null && !tier
      ? { outcome: 'failed', reason: { reason: 'tier-gone' } }
      : moveToTier(state, tier ?? null, !full?.has(state.id)),
  undo: {
    permission: 'license:update',
    event: (after, _before, now) => tierChanged(now, after),
  },
})
