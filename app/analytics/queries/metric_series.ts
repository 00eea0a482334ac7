import db from '@adonisjs/lucid/services/db'
import type { Metric } from '#kernel/metrics/metrics'
import type { Scope } from '#kernel/audit/scope'
import { seriesPoints, type Point, type Range } from '#kernel/time/time_series'
import { inScope } from '#kernel/database/in_scope'
import { millis, rows } from '#kernel/database/sql'

/** A time series of a scope, from the hourly rollups and what is not rolled up yet (contract#time-series). */
export default class MetricSeries {
  async execute(scope: Scope, metric: Metric, range: Range): Promise<Point[]> {
    const own = inScope(scope, 'm')
    const [from, to] = [range.from, range.to].map((at) => new Date(at).toISOString())
    const values = [metric, from, to, ...own.values]
    const where = `metric = ? and hour >= ?::timestamptz and hour < ?::timestamptz and ${own.sql}`
    const hours = await rows<Point>(
      db.connection(),
      `select ${millis('hour', 'at')}, sum(count)::float8 as count from (
         select hour, count from metric_hours m where ${where}
         union all
         select hour, delta from metric_deltas m where ${where}
       ) as m group by hour`,
      [...values, ...values]
    )
    return seriesPoints(range, hours)
  }
}
