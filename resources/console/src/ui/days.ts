/** The time zone of a day: the zone of this machine, or UTC. */
type Zone = 'local' | 'utc'

/** An input for a day. Without the bounds, browsers let years of six digits be typed. */
export const DAYS = { type: 'date', min: '1000-01-01', max: '9999-12-31' } as const
/** An input for a moment. */
export const MOMENTS = { type: 'datetime-local', min: '1000-01-01T00:00', max: '9999-12-31T23:59' } as const

/** The last moment that the service reads. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const isoOf = (at: number) => new Date(Math.min(at, LAST)).toISOString()

/** Returns whether a text is a day of the years 1000 to 9999, such as "2026-10-25". */
export function isDay(text = ''): text is string {
  const date = new Date(`${text}T00:00:00Z`)
  if (!/^[1-9]\d{3}-/.test(text) || Number.isNaN(date.getTime())) return false
  // Browsers read the 30th of February as a day of March.
  return date.toISOString().slice(0, 10) === text
}

function startAt(day: string | undefined, zone: Zone, later: number): number | undefined {
  if (!isDay(day)) return undefined
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + later)
  const text = date.toISOString().slice(0, -1)
  return Date.parse(zone === 'utc' ? `${text}Z` : text)
}

/**
 * Returns the first moment of a day such as "2026-10-25", or of the day that is `later` days after it. Returns
 * undefined if the text is not a day. Days are calendar days: a day on which clocks change has 23 or 25 hours.
 */
export function startOfDay(day: string | undefined, zone: Zone, later = 0): string | undefined {
  const at = startAt(day, zone, later)
  return at === undefined ? undefined : isoOf(at)
}

/** Returns the last second of a day, for periods that end with the day. */
export function endOfDay(day: string | undefined, zone: Zone): string | undefined {
  const next = startAt(day, zone, 1)
  return next === undefined ? undefined : isoOf(next - 1000)
}

/** Returns the day of a moment in the format of a date input. */
export function dayOf(iso: string | null | undefined, zone: Zone): string | undefined {
  if (!iso) return undefined
  const at = new Date(iso)
  const offset = zone === 'utc' ? 0 : at.getTimezoneOffset()
  return isoOf(at.getTime() - offset * 60_000).slice(0, 10)
}

/** Returns the last day before a moment. For the start of a day, it is the day before. */
export const dayBefore = (iso: string | null | undefined, zone: Zone) =>
  iso ? dayOf(new Date(Date.parse(iso) - 1).toISOString(), zone) : undefined

/** Converts the value of a date and time input, such as "2026-10-25T14:30", to a moment. */
export const momentOf = (typed: string, zone: Zone) =>
  new Date(zone === 'utc' ? `${typed}Z` : typed).toISOString()
