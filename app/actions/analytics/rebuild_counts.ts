import { rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'

/** A count that did not say what the licenses say. */
export type CountDifference = {
  orgId: string
  productId: string
  status: string
  counted: number
  actual: number
}

/**
 * Recomputes the counts by product and status from the licenses and reports where they differed (contract 8).
 * Both sides are read in one snapshot and a difference is put right by one more delta, so licenses may change
 * meanwhile and nothing is locked.
 */
export default class RebuildCounts {
  execute({ dryRun = false } = {}): Promise<CountDifference[]> {
    return transaction(async (trx) => {
      const differences = await rows<CountDifference>(
        trx,
        `with actual as (
           select org_id, product_id, status, count(*) as count from licenses group by org_id, product_id, status
         ), counted as (
           select org_id, product_id, status, sum(count) as count from (
             select org_id, product_id, status, count from license_counts
             union all
             select org_id, product_id, status, delta from license_count_deltas
           ) as c group by org_id, product_id, status
         )
         select org_id as "orgId", product_id as "productId", status,
           coalesce(c.count, 0)::float8 as counted, coalesce(a.count, 0)::float8 as actual
         from actual a full join counted c using (org_id, product_id, status)
         where coalesce(a.count, 0) <> coalesce(c.count, 0)
         order by 1, 2, 3`
      )
      if (dryRun || differences.length === 0) return differences
      await rows(
        trx,
        `insert into license_count_deltas (org_id, product_id, status, delta)
         select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::int[])`,
        [
          differences.map((one) => one.orgId),
          differences.map((one) => one.productId),
          differences.map((one) => one.status),
          differences.map((one) => one.actual - one.counted),
        ]
      )
      return differences
    })
  }
}
