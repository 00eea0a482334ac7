import type { Millis } from './millis.js'
import { MIN_TIMESTAMP } from './timestamps.js'

/** The length of a bucket of a time series. Hours and days are those of UTC. */
const INTERVALS = { hour: 3_600_000, day: 86_400_000 } as const
export type Interval = keyof typeof INTERVALS

/** The most points of one answer. */
export const MAX_POINTS = 10_000

/** The default range of a series: days or hours up to now. */
const DEFAULT_POINTS = { hour: 24, day: 30 } as const

export type Range = { from: Millis; to: Millis; interval: Interval }
export type Point = { at: Millis; count: number }

/** The range of a request, with `from` at the start of its bucket. `to` is not part of it any more. */
export function seriesRange(asked: { from?: Millis; to?: Millis; interval: Interval }, now: Millis): Range {
  const { interval } = asked
  const step = INTERVALS[interval]
  const to = asked.to ?? Math.max(now, asked.from ?? 0) + 1
  const from = asked.from ?? startOf(to - 1, step) - (DEFAULT_POINTS[interval] - 1) * step
  return { from: Math.max(startOf(from, step), MIN_TIMESTAMP), to, interval }
}

/** How many points a range has; none or too many are for the caller to refuse. */
export function pointCount({ from, to, interval }: Range): number {
  return Math.ceil((to - from) / INTERVALS[interval])
}

/** One point for each bucket of the range, hours without anything included. */
export function seriesPoints(range: Range, hours: Point[]): Point[] {
  const step = INTERVALS[range.interval]
  const points = Array.from({ length: pointCount(range) }, (_, at) => ({
    at: range.from + at * step,
    count: 0,
  }))
  for (const { at, count } of hours) {
    const point = points[Math.floor((at - range.from) / step)]
    if (point) point.count += count
  }
  return points
}

function startOf(at: Millis, step: Millis): Millis {
  return Math.floor(at / step) * step
}
