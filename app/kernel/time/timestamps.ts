import type { Millis } from './millis.js'

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?)?$/

/** The times that every part of the service can write and read back: the years 1 to 9999. */
export const MIN_TIMESTAMP: Millis = Date.parse('0001-01-01T00:00:00.000Z')
export const MAX_TIMESTAMP: Millis = Date.parse('9999-12-31T23:59:59.999Z')

const WITH_OFFSET_OR_DATE = /^\d{4}-\d{2}-\d{2}$|(?:[Zz]|[+-]\d{2}:?\d{2})$/

/**
 * Parses a time as every route accepts it (contract/01-changes#one-filter): ISO 8601 with an offset, or a date, which
 * means midnight in UTC. Null for anything else.
 */
export function parseMoment(text: unknown): Millis | null {
  if (typeof text !== 'string' || !WITH_OFFSET_OR_DATE.test(text.trim())) return null
  return parseTimestamp(text)
}

/**
 * Returns the message for a text that is not a valid time, with examples. `what` names the field and repeats the text.
 */
export function momentProblem(what: string): string {
  return `${what} is not an ISO 8601 date or time with an offset: write 2026-12-31 or 2026-12-31T18:00:00Z`
}

/**
 * Parses an ISO 8601 date, or date and time, from a file; without an offset it is UTC. Digits below the millisecond are
 * cut off. Null for anything else, including dates that do not exist.
 */
export function parseTimestamp(text: unknown): Millis | null {
  const parts = typeof text === 'string' ? ISO.exec(text.trim()) : null
  if (!parts) return null
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const millisecond = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, millisecond)
  const exists =
    local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 && local.getUTCDate() === day
  if (!exists || hour > 23 || minute > 59 || second > 59) return null
  const offset = parts[9] ? Number(parts[10]) * 60 + Number(parts[11]) : 0
  if (offset > 14 * 60 || Number(parts[11] ?? 0) > 59) return null
  const at = local.getTime() - (parts[9] === '-' ? -offset : offset) * 60_000
  return at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP ? at : null
}
