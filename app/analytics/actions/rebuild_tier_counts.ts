import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { ofOrg, takeTurns, type RebuildOptions } from './rebuild_options.js'

/** A tier whose count differed from the licenses. */
export type TierDifference = { orgId: string; tierId: string; counted: number; actual: number }

/**
 * Recomputes the number of licenses of each tier and reports the differences (contract/17-tiers), as `RebuildCounts`
 * does for products.
 */
export default class RebuildTierCounts {
  execute({ dryRun = false, orgId }: RebuildOptions = {}): Promise<TierDifference[]> {
    const { condition, values } = ofOrg(orgId)
    return transaction(async (trx) => {
      await takeTurns(trx, { dryRun })
      const differences = await rows<TierDifference>(
        trx,
        `with actual as (
           select org_id, tier_id, count(*) as count from licenses
           where tier_id is not null and ${condition} group by org_id, tier_id
         ), counted as (
           select org_id, tier_id, sum(count) as count from (
             select org_id, tier_id, count from tier_counts
             union all
             select org_id, tier_id, delta from tier_count_deltas
           ) as c where ${condition} group by org_id, tier_id
         )
         select org_id as "orgId", tier_id as "tierId", coalesce(c.count, 0)::float8 as counted,
           coalesce(a.count, 0)::float8 as actual
         from actual a full join counted c using (org_id, tier_id)
         where coalesce(a.count, 0) <> coalesce(c.count, 0)
         order by 1, 2`,
        [...values, ...values]
      )
      if (dryRun || differences.length === 0) return differences
      await rows(
        trx,
        `insert into tier_count_deltas (org_id, tier_id, delta)
         select * from unnest(?::uuid[], ?::uuid[], ?::int[])`,
        [
          differences.map((one) => one.orgId),
          differences.map((one) => one.tierId),
          differences.map((one) => one.actual - one.counted),
        ]
      )
      return differences
    })
  }
}
