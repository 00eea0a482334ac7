import type { Metric } from '#kernel/metrics/metrics'
import type { Point, Range } from '#kernel/time/time_series'
import { iso } from '#kernel/time/iso'

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
