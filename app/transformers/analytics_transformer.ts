import type { Metric } from '#domain/metrics'
import type { Point, Range } from '#domain/time_series'
import { iso } from './timestamps.js'

/** A time series (contract#time-series). */
export function toTimeSeries(metric: Metric, { from, to, interval }: Range, points: Point[]) {
  return {
    metric,
    interval,
    from: iso(from),
    to: iso(to),
    points: points.map(({ at, count }) => ({ at: iso(at), count })),
  }
}
