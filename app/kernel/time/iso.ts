const DAY = 86_400_000
const MAX_DAYS = 10_000

/** Cache of formatted days, including the T after them, by their number since 1970. */
const days = new Map<number, string>()
const digits = (length: number) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'))
const two = digits(2)
const three = digits(3)

/**
 * Formats a timestamp (interface#conventions): ISO 8601 in UTC with milliseconds and Z; null stays null. The result
 * equals `toISOString` in a tenth of the time, because an authorize call writes three timestamps.
 */
export function iso(at: Date | number): string
export function iso(at: Date | number | null): string | null
export function iso(at: Date | number | null): string | null {
  if (at === null) return null
  const millis = Math.trunc(Number(at))
  const day = Math.floor(millis / DAY)
  const rest = millis - day * DAY
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}`
  return `${dayText(day)}${time}.${three[rest % 1000]}Z`
}

/** @throws RangeError for a day that does not exist. */
function dayText(day: number): string {
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length)
    if (days.size >= MAX_DAYS) days.clear()
    days.set(day, text)
  }
  return text
}
