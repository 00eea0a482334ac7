import { millis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { TierFields } from '#licensing/rules/tier'

/** A stored tier, with the number of its licenses (contract/17-tiers). */
export type TierRow = TierFields & {
  id: string
  productId: string
  createdAt: Millis
  updatedAt: Millis
  licenseCount: number
}

/**
 * Returns SQL for the number of licenses of the tier with this id; the cost is the same for any number of licenses.
 *
 * @internal
 */
export function tierCount(id: string): string {
  return `(select coalesce(sum(c.count), 0)::float8 from (
    select count from tier_counts where tier_id = ${id}
    union all
    select delta from tier_count_deltas where tier_id = ${id}
  ) as c)`
}

/** The columns of a tier from `tiers`, under the names of `TierRow`. */
export const TIER_COLUMNS = `tiers.id, tiers.product_id as "productId", tiers.code, tiers.name, tiers.features,
  tiers.policy, tiers.terms, tiers.max_hwid_resets as "maxHwidResets", tiers.meters, tiers.channels,
  tiers.updates_days as "updatesDays", tiers.metadata, tiers.position, ${millis('tiers.archived_at', 'archivedAt')},
  ${millis('tiers.created_at', 'createdAt')}, ${millis('tiers.updated_at', 'updatedAt')},
  ${tierCount('tiers.id')} as "licenseCount"`
