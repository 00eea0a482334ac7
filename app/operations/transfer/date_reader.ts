import { DateTime } from 'luxon'
import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '#kernel/time/timestamps'
import { isClearForm } from './date_form.js'

/** The longest date, in characters; longer texts never reach the parser. */
const LONGEST_DATE = 64

/** Reads a date that is not ISO 8601; null if it cannot be read. */
export type DateReader = (text: string) => Millis | null

/**
 * Makes a reader for a date format that the merchant gives in Luxon tokens, such as dd.MM.yyyy; dates without an
 * offset are UTC. Null for a format that does not determine a day, because every date would be the same, and for one
 * that can be read in several ways.
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

/** Luxon throws for a format that names the day in two ways, such as `o MM`; no date can be read with it. */
function parsed(text: string, parser: ReturnType<typeof DateTime.buildFormatParser>): Millis | null {
  try {
    const read = DateTime.fromFormatParser(text, parser, { zone: 'utc', locale: 'en' })
    return read.isValid ? read.toMillis() : null
  } catch {
    return null
  }
}
