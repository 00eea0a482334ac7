import type { TierRow } from '#licensing/queries/tier_rows'
import { iso } from '#kernel/time/iso'

/** Returns a tier as the dashboard and API keys see it (contract/17-tiers). */
export function toTier(row: TierRow) {
  const { archivedAt, createdAt, updatedAt, ...tier } = row
  return {
    ...tier,
    policy: tier.policy as Record<string, unknown>,
    archivedAt: iso(archivedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}
