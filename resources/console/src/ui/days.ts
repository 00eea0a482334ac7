/** The time zone of a day: the zone of this machine, or UTC. */
type Zone = 'local' | 'utc'

/**
 * Returns the first moment of a day such as "2026-10-25", or of the day that is `later` days after it. Returns
 * undefined if the text is not a day. Days are calendar days: a day on which clocks change has 23 or 25 hours.
 */
export function startOfDay(day: string | undefined, zone: Zone, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setUTCDate(date.getUTCDate() + later)
  const text = date.toISOString().slice(0, -1)
  return new Date(zone === 'utc' ? `${text}Z` : text).toISOString()
}

/** Returns the last second of a day, for periods that end with the day. */
export function endOfDay(day: string | undefined, zone: Zone): string | undefined {
  const next = startOfDay(day, zone, 1)
  return next && new Date(Date.parse(next) - 1000).toISOString()
}

/** Returns the day of a moment in the format of a date input. */
export function dayOf(iso: string | null | undefined, zone: Zone): string | undefined {
  if (!iso) return undefined
  const at = new Date(iso)
  const offset = zone === 'utc' ? 0 : at.getTimezoneOffset()
  return new Date(at.getTime() - offset * 60_000).toISOString().slice(0, 10)
}

/** Returns the last day before a moment. For the start of a day, it is the day before. */
export const dayBefore = (iso: string | null | undefined, zone: Zone) =>
  iso ? dayOf(new Date(Date.parse(iso) - 1).toISOString(), zone) : undefined

/** Converts the value of a date and time input, such as "2026-10-25T14:30", to a moment. */
export const momentOf = (typed: string, zone: Zone) =>
  new Date(zone === 'utc' ? `${typed}Z` : typed).toISOString()
