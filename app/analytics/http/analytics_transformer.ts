import type { Grouping, Series } from '#analytics/queries/metric_series'
import type { Point, Range } from '#kernel/time/time_series'
import { iso } from '#kernel/time/iso'

/** The time series of one metric (contract#time-series). */
export function toTimeSeries({ metric, points }: Series, { from, to, interval }: Range) {
  return { metric, interval, from: iso(from), to: iso(to), points: points.map(toPoint) }
}

/** Several time series of one range (contract/01-changes#reads-for-a-console). */
export function toSeriesSet(
  series: Series[],
  { from, to, interval, zone }: Range,
  grouping: Grouping | null
) {
  return {
    interval,
    tz: zone,
    from: iso(from),
    to: iso(to),
    series: series.map(({ metric, group, points }) => ({
      metric,
      ...(grouping === 'product' && { productId: group! }),
      ...(grouping === 'reason' && { reason: group }),
      points: points.map(toPoint),
    })),
  }
}

const toPoint = ({ at, count }: Point) => ({ at: iso(at), count })
