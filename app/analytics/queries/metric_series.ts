import db from '@adonisjs/lucid/services/db'
import type { Metric } from '#kernel/metrics/metrics'
import type { Scope } from '#kernel/audit/scope'
import { bucketStarts, seriesPoints, type Point, type Range } from '#kernel/time/time_series'
import { inScope } from '#kernel/database/in_scope'
import { millis, rows } from '#kernel/database/sql'
import { assertShort } from './assert_short.js'

/** The ways to group series, in addition to their metric. */
export const GROUPINGS = ['product', 'reason'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** One series of a metric. With a grouping, `group` is a product id or the reason of denials. */
export type Series = { metric: Metric; group: string | null; points: Point[] }

type Row = Point & { metric: Metric; group: string }

const GROUPS = { product: 'm.product_id::text', reason: 'm.reason' }

/**
 * Reads time series of a scope from the hourly rollups and the deltas that are not rolled up yet
 * (contract#time-series).
 */
export default class MetricSeries {
  /**
   * Returns one series per metric or, with a grouping, one per group with data in the range. They are sorted by the
   * order of the metrics, then by group.
   * @throws Refusal VALIDATION_ERROR before any point is computed, if the answer would have too many points
   */
  async execute(scope: Scope, metrics: Metric[], range: Range, grouping: Grouping | null): Promise<Series[]> {
    const hours = await hoursOf(scope, metrics, range, grouping)
    const groups = Map.groupBy(hours, ({ metric, group }) => `${metric} ${group}`)
    const plain = metrics.map((metric) => ({ metric, group: '', key: `${metric} ` }))
    const grouped = [...groups].map(([key, [{ metric, group }]]) => ({ metric, group, key }))
    const chosen = grouping ? grouped.toSorted(inOrderOf(metrics)) : plain
    const starts = bucketStarts(range)
    if (chosen.length > 1) assertShort(chosen.length * starts.length)
    return chosen.map(({ metric, group, key }) => ({
      metric,
      group: grouping && group !== '' ? group : null,
      points: seriesPoints(range, groups.get(key) ?? [], starts),
    }))
  }
}

function hoursOf(scope: Scope, metrics: Metric[], range: Range, grouping: Grouping | null): Promise<Row[]> {
  const own = inScope(scope, 'm')
  const [from, to] = [range.from, range.to].map((at) => new Date(at).toISOString())
  const values = [metrics, from, to, ...own.values]
  const group = grouping ? GROUPS[grouping] : `''`
  const where = `metric = any(?::text[]) and hour >= ?::timestamptz and hour < ?::timestamptz and ${own.sql}`
  return rows<Row>(
    db.connection(),
    `select metric, "group", ${millis('hour', 'at')}, sum(count)::float8 as count from (
       select metric, ${group} as "group", hour, count from metric_hours m where ${where}
       union all
       select metric, ${group} as "group", hour, delta from metric_deltas m where ${where}
     ) as m group by metric, "group", hour`,
    [...values, ...values]
  )
}

type Named = { metric: Metric; group: string }

const inOrderOf = (metrics: Metric[]) => (one: Named, other: Named) =>
  metrics.indexOf(one.metric) - metrics.indexOf(other.metric) || (one.group < other.group ? -1 : 1)
