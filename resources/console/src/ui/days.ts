/** Whose days are meant: those of this machine, or those of UTC. */
type Zone = 'local' | 'utc'

/**
 * The first moment of a day such as "2026-10-25", or of the one that comes so many days `later`; undefined for what is
 * no day. Days are counted by the calendar: where clocks are put forward and back, one has 23 hours and one 25.
 */
export function startOfDay(day: string | undefined, zone: Zone, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setUTCDate(date.getUTCDate() + later)
  const text = date.toISOString().slice(0, -1)
  return new Date(zone === 'utc' ? `${text}Z` : text).toISOString()
}

/** The last second of a day, for what ends with it. */
export function endOfDay(day: string | undefined, zone: Zone): string | undefined {
  const next = startOfDay(day, zone, 1)
  return next && new Date(Date.parse(next) - 1000).toISOString()
}

/** The day of a moment, as an input for days takes it. */
export function dayOf(iso: string | null | undefined, zone: Zone): string | undefined {
  if (!iso) return undefined
  const at = new Date(iso)
  const offset = zone === 'utc' ? 0 : at.getTimezoneOffset()
  return new Date(at.getTime() - offset * 60_000).toISOString().slice(0, 10)
}

/** The moment that an input for day and time has, such as "2026-10-25T14:30". */
export const momentOf = (typed: string, zone: Zone) =>
  new Date(zone === 'utc' ? `${typed}Z` : typed).toISOString()
