import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { ofOrg, takeTurns, type RebuildOptions } from './rebuild_options.js'

/** An hour of a time series that differed from the timelines. */
export type SeriesDifference = {
  orgId: string
  productId: string
  metric: string
  /** Start of the hour, ISO 8601. */
  hour: string
  counted: number
  actual: number
}

/** Series that cannot be recomputed: allowed and denied calls leave no row except in the counters. */
export const NOT_RECOMPUTED = ['authorized', 'denied'] as const

/**
 * Recomputes the time series of created, activated and revoked from the timelines and reports the differences
 * (contract#time-series). Events of a deleted license still count, for the product that its deletion names. One
 * snapshot reads both sides, and one more delta corrects a difference, so nothing is locked. With `orgId`, only the
 * series of that org are rebuilt.
 */
export default class RebuildSeries {
  execute({ dryRun = false, orgId }: RebuildOptions = {}): Promise<SeriesDifference[]> {
    const { condition, values } = ofOrg(orgId)
    return transaction(async (trx) => {
      await takeTurns(trx, { dryRun })
      const differences = await rows<SeriesDifference>(
        trx,
        `with named as (
           select * from (values ('license.created', 'created'), ('license.authorized', 'activated'),
             ('license.revoked', 'revoked')) as n (type, metric)
         ), deleted as (
           select license_id, (data->>'productId')::uuid as product_id
           from license_events where type = 'license.deleted' and ${condition}
         ), actual as (
           select e.org_id, coalesce(l.product_id, d.product_id) as product_id, n.metric,
             date_bin('1 hour', e.created_at, 'epoch') as hour, count(*) as count
           from license_events e join named n on n.type = e.type
             left join licenses l on l.id = e.license_id left join deleted d on d.license_id = e.license_id
           where coalesce(l.product_id, d.product_id) is not null and e.${condition}
           group by 1, 2, 3, 4
         ), counted as (
           select org_id, product_id, metric, hour, sum(count) as count from (
             select org_id, product_id, metric, hour, count from metric_hours
             union all
             select org_id, product_id, metric, hour, delta from metric_deltas
           ) as c where metric in (select metric from named) and ${condition} group by org_id, product_id, metric, hour
         )
         select org_id as "orgId", product_id as "productId", metric,
           to_char(hour at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as hour,
           coalesce(c.count, 0)::float8 as counted, coalesce(a.count, 0)::float8 as actual
         from actual a full join counted c using (org_id, product_id, metric, hour)
         where coalesce(a.count, 0) <> coalesce(c.count, 0)
         order by 1, 2, 3, 4`,
        [...values, ...values, ...values]
      )
      if (dryRun || differences.length === 0) return differences
      await rows(
        trx,
        `insert into metric_deltas (org_id, product_id, metric, hour, delta)
         select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], ?::int[])`,
        [
          differences.map((one) => one.orgId),
          differences.map((one) => one.productId),
          differences.map((one) => one.metric),
          differences.map((one) => one.hour),
          differences.map((one) => one.actual - one.counted),
        ]
      )
      return differences
    })
  }
}
