import { isUuid } from '#kernel/text/uuid'
import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '#kernel/time/timestamps'
import { plainEmail } from '#kernel/text/email'

/** A JSON object with unchecked fields. */
export type Loose = Readonly<Record<string, unknown>>

/** Reads the fields that a processor has sent. A field of the wrong type counts as missing. */
export const reading = {
  ...{ at, amount, currency, email, entry, list, millis, pieces, reference, seconds, text, uuid },
}

/** The object at a path, or an empty object if there is none. */
function at(from: unknown, ...path: string[]): Loose {
  let found = from
  for (const name of path) found = (found as Loose | null | undefined)?.[name]
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Loose) : {}
}

/** The entry of a table for a name that a processor sent. `constructor` and other members of all objects are no entries. */
function entry<Entry>(table: Record<string, Entry>, name: string): Entry | null {
  return Object.hasOwn(table, name) ? table[name] : null
}

function list(value: unknown): Loose[] {
  return Array.isArray(value) ? value.slice(0, 100).map((one) => at({ one }, 'one')) : []
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 500 && !value.includes('\0')
    ? value
    : null
}

/** An id: a text, a number, or an object with a field `id`. */
function reference(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value)
  return text(value) ?? text(at({ value }, 'value').id)
}

function uuid(value: unknown): string | null {
  return isUuid(value) ? value.toLowerCase() : null
}

function email(value: unknown): string | null {
  const address = plainEmail(text(value) ?? '')
  return /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(address) && address.length <= 254 ? address : null
}

/** An amount in the smallest unit of its currency, sent as a number or as digits. */
function amount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : null
}

function currency(value: unknown): string | null {
  const code = text(value)?.toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** A quantity, sent as a number or as digits. A missing one is 1. It may be more than an order can have. */
function pieces(value: unknown): number {
  return Math.max(amount(value) ?? 1, 1)
}

function seconds(value: unknown): Millis | null {
  return Number.isSafeInteger(value) ? moment(Number(value) * 1000) : null
}

/** A time in ISO 8601 or in milliseconds. */
function millis(value: unknown): Millis | null {
  return moment(Number.isSafeInteger(value) ? Number(value) : Date.parse(text(value) ?? ''))
}

/** Returns null for a time that the service cannot write. */
function moment(at: Millis): Millis | null {
  return at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP ? at : null
}
