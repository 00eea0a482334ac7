import { DateTime, IANAZone } from 'luxon'
import type { Millis } from './millis.js'
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from './timestamps.js'

/** The length of a bucket of a time series in UTC. In other zones a day may be an hour longer or shorter. */
const INTERVALS = { hour: 3_600_000, day: 86_400_000 } as const
export type Interval = keyof typeof INTERVALS

/** The maximum number of points in one response. */
export const MAX_POINTS = 10_000

/** The default range of a series: this many hours or days up to now. */
const DEFAULT_POINTS = { hour: 24, day: 30 } as const

/** `zone`: the IANA time zone that defines the days; hours are always hours of UTC. */
export type Range = { from: Millis; to: Millis; interval: Interval; zone: string }
export type Point = { at: Millis; count: number }

/** Returns true if this is the name of an IANA time zone, such as `Europe/Vienna`. */
export function isZone(name: string): boolean {
  return /^[A-Za-z][\w+/-]{1,63}$/.test(name) && IANAZone.isValidZone(name)
}

/** Returns the range of a request, with `from` at the start of its bucket. `to` is exclusive. */
export function seriesRange(
  { from: first, to: end, interval, zone }: { from?: Millis; to?: Millis; interval: Interval; zone: string },
  now: Millis
): Range {
  const to = end ?? Math.min(Math.max(now, first ?? 0) + 1, MAX_TIMESTAMP)
  const from = startOf(first ?? defaultStart(to, interval, zone), interval, zone)
  return { from: Math.max(from, MIN_TIMESTAMP), to, interval, zone }
}

/** Returns the approximate number of points of a range; the caller must refuse zero or too many. */
export function pointCount({ from, to, interval }: Pick<Range, 'from' | 'to' | 'interval'>): number {
  return Math.ceil((to - from) / INTERVALS[interval])
}

/**
 * Returns one point for each bucket of the range, including empty ones. An hour belongs to the day in which it begins,
 * even if midnight is in the middle of an hour of UTC. Pass `starts` to reuse them for several series of one range.
 */
export function seriesPoints(range: Range, hours: Point[], starts = bucketStarts(range)): Point[] {
  const points = starts.map((at) => ({ at, count: 0 }))
  for (const { at, count } of hours) {
    const point = at < range.to ? points[lastBefore(points, at)] : undefined
    if (point) point.count += count
  }
  return points
}

/** Returns the start of each bucket of a range. */
export function bucketStarts({ from, to, interval, zone }: Range): Millis[] {
  const starts: Millis[] = []
  for (let at = from; at < to; at = next(at, interval, zone)) starts.push(at)
  return starts
}

function next(at: Millis, interval: Interval, zone: string): Millis {
  if (!hasOwnDays(interval, zone) || isPlainDay(at, zone)) return at + INTERVALS[interval]
  return Math.max(midnight(DateTime.fromMillis(at, { zone }).plus({ days: 1 })), at + INTERVALS.hour)
}

/**
 * Returns true if a day starts at midnight and has 24 hours, as nearly all do. This check costs a tenth of calendar
 * arithmetic.
 */
function isPlainDay(at: Millis, zone: string): boolean {
  const own = IANAZone.create(zone)
  const offset = own.offset(at)
  return (at + offset * 60_000) % INTERVALS.day === 0 && own.offset(at + INTERVALS.day) === offset
}

function startOf(at: Millis, interval: Interval, zone: string): Millis {
  if (hasOwnDays(interval, zone)) return midnight(DateTime.fromMillis(at, { zone }))
  return Math.floor(at / INTERVALS[interval]) * INTERVALS[interval]
}

function defaultStart(to: Millis, interval: Interval, zone: string): Millis {
  const steps = DEFAULT_POINTS[interval] - 1
  if (!hasOwnDays(interval, zone)) return startOf(to - 1, interval, zone) - steps * INTERVALS[interval]
  return DateTime.fromMillis(to - 1, { zone })
    .startOf('day')
    .minus({ days: steps })
    .toMillis()
}

/** When a day begins. If its clocks show midnight twice, it begins at the first one. */
function midnight(moment: DateTime): Millis {
  return Math.min(...moment.startOf('day').getPossibleOffsets().map(Number))
}

const hasOwnDays = (interval: Interval, zone: string) => interval === 'day' && zone !== 'UTC'

/** The index of the last point that does not begin after a moment; -1 if all points begin after it. */
function lastBefore(points: Point[], at: Millis): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle].at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
