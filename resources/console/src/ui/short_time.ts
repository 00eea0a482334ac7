const DAY = 86_400_000
const UNITS = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
// Words such as "tomorrow" name a day of the calendar: they would be wrong for a moment in 47 hours.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/**
 * Formats a moment within a week of now as "in 3 days" or "2 hours ago", and any other moment as a date. It names no
 * seconds, because pages change their times only once a minute.
 */
export function shortTime(iso: string, zone: 'local' | 'utc', now = Date.now()): string {
  const ms = Date.parse(iso) - now
  if (Math.abs(ms) > 7 * DAY) return dateWords(iso, zone)
  const found = UNITS.find(([, size]) => Math.abs(ms) >= size)
  if (found) return relative.format(Math.trunc(ms / found[1]), found[0])
  return ms >= 1000 ? 'in less than a minute' : 'now'
}

/** The same with a word before a date, e.g. "on 28 Mar 2027", but "3 days ago" as it is. */
export function withWord(word: string, iso: string, zone: 'local' | 'utc', now = Date.now()): string {
  const text = shortTime(iso, zone, now)
  return /\d$/.test(text) ? `${word} ${text}` : text
}

/** Formats a moment as a date such as "28 Mar 2027". */
export function dateWords(iso: string, zone: 'local' | 'utc', withTime = false): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(withTime && { hour: '2-digit', minute: '2-digit' }),
    timeZone: zone === 'utc' ? 'UTC' : undefined,
  }).format(new Date(iso))
}
