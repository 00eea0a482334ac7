import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { ofOrg, takeTurns, type RebuildOptions } from './rebuild_options.js'

/** A count that differed from the licenses. */
export type CountDifference = {
  orgId: string
  productId: string
  status: string
  frozen: boolean
  counted: number
  actual: number
}

/**
 * Recomputes the counts by product, status and frozen flag from the licenses and reports the differences
 * (contract#counts). One snapshot reads both sides, and one more delta corrects a difference, so licenses may change
 * at the same time and nothing is locked. With `orgId`, only the counts of that org are rebuilt.
 */
export default class RebuildCounts {
  execute({ dryRun = false, orgId }: RebuildOptions = {}): Promise<CountDifference[]> {
    const { condition, values } = ofOrg(orgId)
    return transaction(async (trx) => {
      await takeTurns(trx, { dryRun })
      const differences = await rows<CountDifference>(
        trx,
        `with actual as (
           select org_id, product_id, status, frozen_at is not null as frozen, count(*) as count
           from licenses where ${condition} group by org_id, product_id, status, frozen_at is not null
         ), counted as (
           select org_id, product_id, status, frozen, sum(count) as count from (
             select org_id, product_id, status, frozen, count from license_counts
             union all
             select org_id, product_id, status, frozen, delta from license_count_deltas
           ) as c where ${condition} group by org_id, product_id, status, frozen
         )
         select org_id as "orgId", product_id as "productId", status, frozen,
           coalesce(c.count, 0)::float8 as counted, coalesce(a.count, 0)::float8 as actual
         from actual a full join counted c using (org_id, product_id, status, frozen)
         where coalesce(a.count, 0) <> coalesce(c.count, 0)
         order by 1, 2, 3, 4`,
        [...values, ...values]
      )
      if (dryRun || differences.length === 0) return differences
      await rows(
        trx,
        `insert into license_count_deltas (org_id, product_id, status, frozen, delta)
         select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::bool[], ?::int[])`,
        [
          differences.map((one) => one.orgId),
          differences.map((one) => one.productId),
          differences.map((one) => one.status),
          differences.map((one) => one.frozen),
          differences.map((one) => one.actual - one.counted),
        ]
      )
      return differences
    })
  }
}
