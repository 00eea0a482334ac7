import db from '@adonisjs/lucid/services/db'
import type { Metric } from '#domain/metrics'
import type { Scope } from '#domain/scope'
import { seriesPoints, type Point, type Range } from '#domain/time_series'
import { millis, rows } from '#services/sql'

/** A time series of a scope, from the hourly rollups and what is not rolled up yet (contract#time-series). */
export default class MetricSeries {
  async execute(scope: Scope, metric: Metric, range: Range): Promise<Point[]> {
    const values = [
      scope.orgId,
      metric,
      new Date(range.from).toISOString(),
      new Date(range.to).toISOString(),
      scope.productId,
      scope.productId,
    ]
    const where = `org_id = ? and metric = ? and hour >= ?::timestamptz and hour < ?::timestamptz
      and (?::uuid is null or product_id = ?::uuid)`
    const hours = await rows<Point>(
      db.connection(),
      `select ${millis('hour', 'at')}, sum(count)::float8 as count from (
         select hour, count from metric_hours where ${where}
         union all
         select hour, delta from metric_deltas where ${where}
       ) as m group by hour`,
      [...values, ...values]
    )
    return seriesPoints(range, hours)
  }
}
