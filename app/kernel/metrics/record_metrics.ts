import type { Millis } from '#kernel/time/millis'
import type { Metric } from './metrics.js'
import { rows, type SqlTransaction } from '#kernel/database/sql'

export type MetricEntry = {
  orgId: string
  productId: string
  metric: Metric
  /** Why a call was denied. */
  reason?: string
  count?: number
}

const HOUR: Millis = 3_600_000

/**
 * Adds to the counters of the time series (contract#time-series). It appends one small row per product and metric in
 * the transaction of the change, and a worker folds the rows into hours. No writer waits for another writer's counter.
 */
export async function recordMetrics(trx: SqlTransaction, entries: MetricEntry[], now: Millis) {
  const sums = new Map<string, MetricEntry & { count: number }>()
  for (const entry of entries) {
    const key = `${entry.productId} ${entry.metric} ${entry.reason ?? ''}`
    const count = (sums.get(key)?.count ?? 0) + (entry.count ?? 1)
    sums.set(key, { ...entry, count })
  }
  const deltas = [...sums.values()].filter(({ count }) => count !== 0)
  if (deltas.length === 0) return
  await rows(
    trx,
    `insert into metric_deltas (org_id, product_id, metric, reason, hour, delta)
     select org_id, product_id, metric, reason, to_timestamp(?::float8), delta
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int[]) as t (org_id, product_id, metric, reason, delta)`,
    [
      (Math.floor(now / HOUR) * HOUR) / 1000,
      deltas.map((one) => one.orgId),
      deltas.map((one) => one.productId),
      deltas.map((one) => one.metric),
      deltas.map((one) => one.reason ?? ''),
      deltas.map((one) => one.count),
    ]
  )
}
