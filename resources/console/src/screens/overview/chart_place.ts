/** Returns the index of the interval that holds a moment, or null in a chart without points. */
export function placeUnder(times: number[], at: number): number | null {
  if (times.length === 0) return null
  const found = times.findLastIndex((time) => time <= at)
  return Math.max(found, 0)
}

/** Returns how long an interval is. */
export const widthOf = ([first, second]: number[]) => (second === undefined ? 1 : second - first)

/** How many intervals a long step is, as many as the days of a week. */
const LONG = 7

/**
 * Returns the index that a key leads to: null if it leaves the chart, undefined if it means nothing here. Without a
 * place the keys begin at the newest interval.
 */
export function placeByKey(key: string, from: number | null, count: number): number | null | undefined {
  if (key === 'Escape') return null
  const last = count - 1
  const at = from ?? last
  const steps: Record<string, number> = {
    ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
    ...{ PageDown: at - LONG, PageUp: at + LONG, Home: 0, End: last },
  }
  if (count === 0 || !(key in steps)) return undefined
  return Math.max(0, Math.min(steps[key], last))
}

const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat('en-GB', date)
const hoursOfDays = new Intl.DateTimeFormat('en-GB', { ...date, hour: '2-digit', minute: '2-digit' })

/** Names an interval by its start. Charts count in UTC, so this is not the time of the user. */
export function placeWords(iso: string, hours: boolean): string {
  const text = (hours ? hoursOfDays : days).format(new Date(iso))
  // Some versions of browsers put a comma behind the weekday.
  return `${text.replace(/^(\w+), /, '$1 ')} UTC`
}
