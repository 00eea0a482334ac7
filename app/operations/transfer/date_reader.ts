import { DateTime } from 'luxon'
import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '#kernel/time/timestamps'
import { isClearForm } from './date_form.js'

/** Nobody writes a date of more characters; the parser of a format never sees them. */
const LONGEST_DATE = 64

/** Reads a text that is no ISO 8601 date; null for one that it cannot read either. */
export type DateReader = (text: string) => Millis | null

/**
 * Reads dates of a form that the merchant names by Luxon's tokens, such as dd.MM.yyyy; without an offset they are UTC.
 * Null for a form from which no day can be read, which would make every date the same, and for one that can be read in
 * several ways.
 */
export function dateReader(format: string): DateReader | null {
  if (!isClearForm(format)) return null
  const parser = DateTime.buildFormatParser(format, { locale: 'en' })
  const read = (text: string) => {
    if (text.length > LONGEST_DATE) return null
    const at = parsed(text, parser)
    return at !== null && at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP ? at : null
  }
  const sample = DateTime.utc(2031, 2, 13)
  return read(sample.toFormat(format, { locale: 'en' })) === sample.toMillis() ? read : null
}

/** Luxon throws for a form that names the day in two ways, such as `o MM`: nothing can be read by it. */
function parsed(text: string, parser: ReturnType<typeof DateTime.buildFormatParser>): Millis | null {
  try {
    const read = DateTime.fromFormatParser(text, parser, { zone: 'utc', locale: 'en' })
    return read.isValid ? read.toMillis() : null
  } catch {
    return null
  }
}
