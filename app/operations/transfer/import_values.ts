import { DateTime } from 'luxon'
import { parseJson } from '#kernel/json/json'
import { lossyNumber, lossyProblem } from '#kernel/json/json_numbers'
import type { Millis } from '#kernel/time/millis'
import { isPlainObject } from '#kernel/json/metadata'
import { shown } from '#kernel/text/shown'
import { MAX_TIMESTAMP, MIN_TIMESTAMP, parseTimestamp } from '#kernel/time/timestamps'

/** Why a record cannot be imported. */
export class BadRow extends Error {}

/** Clocks of two machines may differ a little. */
const SKEW = 300_000

/** Nobody writes a date of more characters; the parser of a format never sees them. */
const LONGEST_DATE = 64

/** Reads a text that is no ISO 8601 date; null for one that it cannot read either. */
export type DateReader = (text: string) => Millis | null

/**
 * Reads dates of a form that the merchant names by Luxon's tokens, such as dd.MM.yyyy; without an offset they are UTC.
 * Null for a form from which no day can be read, which would make every date the same.
 */
export function dateReader(format: string): DateReader | null {
  const parser = DateTime.buildFormatParser(format, { locale: 'en' })
  const read = (text: string) => {
    if (text.length > LONGEST_DATE) return null
    const read = DateTime.fromFormatParser(text, parser, { zone: 'utc', locale: 'en' })
    const at = read.isValid ? read.toMillis() : null
    return at !== null && at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP ? at : null
  }
  const sample = DateTime.utc(2031, 2, 13)
  return read(sample.toFormat(format, { locale: 'en' })) === sample.toMillis() ? read : null
}

/** A date. @throws BadRow with what was read and how to write it. */
export function moment(name: string, value: unknown, reader?: DateReader): Millis | undefined {
  if (value === undefined) return undefined
  const at = parseTimestamp(value) ?? (typeof value === 'string' && reader ? reader(value) : null)
  if (at !== null) return at
  const advice = reader ? 'nor of the dateFormat' : 'write 2026-12-31, or name the dateFormat of the file'
  throw new BadRow(`${name} ${shown(value)} is no ISO 8601 date${reader ? ' ' : '; '}${advice}`)
}

/** A date that has come already. @throws BadRow */
export function pastMoment(name: string, value: unknown, now: Millis, reader?: DateReader) {
  const at = moment(name, value, reader)
  if (at !== undefined && at > now + SKEW) throw new BadRow(`${name} ${shown(value)} is in the future`)
  return at
}

/** A whole number, in JSON or in digits. @throws BadRow */
export function whole(name: string, value: unknown, from: number, to: number): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to) return number
  throw new BadRow(`${name} ${shown(value)} must be a whole number from ${from} to ${to}`)
}

/** true or false, as spreadsheets write them too. @throws BadRow */
export function flag(name: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : null
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new BadRow(`${name} ${shown(value)} must be true or false`)
}

/** One of a few words, without regard to case. @throws BadRow that names them. */
export function oneOf<T extends string>(name: string, allowed: readonly T[], value: unknown): T | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value.toLowerCase() : null
  const found = allowed.find((word) => word.toLowerCase() === text)
  if (found) return found
  throw new BadRow(`${name} ${shown(value)} must be one of ${allowed.join(', ')}`)
}

/** A JSON object, or its text. @throws BadRow */
export function object(name: string, value: unknown): Record<string, unknown> | undefined {
  if (value === undefined) return undefined
  let parsed: unknown = value
  if (typeof value === 'string') {
    try {
      parsed = parseJson(value)
    } catch {
      throw new BadRow(`${name} is not valid JSON`)
    }
  }
  const lossy = typeof value === 'string' ? lossyNumber(value) : null
  if (lossy) throw new BadRow(lossyProblem({ ...lossy, path: [name, lossy.path].filter(Boolean).join('.') }))
  if (parsed === null) return undefined
  if (!isPlainObject(parsed)) throw new BadRow(`${name} must be a JSON object`)
  return parsed
}

/** @throws BadRow with all the problems, where there are any. */
export function refuse(problems: { message: string }[]) {
  if (problems.length > 0) throw new BadRow(problems.map(({ message }) => message).join('; '))
}
