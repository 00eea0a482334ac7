import { DateTime } from 'luxon'
import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP, MIN_TIMESTAMP, parseTimestamp } from '#kernel/time/timestamps'
import { isClearForm } from './date_form.js'

/** The longest date, in characters; longer texts never reach the parser. */
const LONGEST_DATE = 64

/** Reads a date that is not ISO 8601; null if it cannot be read. */
export type DateReader = (text: string) => Millis | null

/**
 * Makes a reader for a date format that the merchant gives in Luxon tokens, such as dd.MM.yyyy; dates without an
 * offset are UTC. Null for a format that does not determine a day, because every date would be the same, for one that
 * can be read in several ways, and for one whose dates mean another moment in ISO 8601, such as yyyy-dd-MM: a file is
 * read as ISO 8601 first, so half of its dates would be wrong.
 */
export function dateReader(format: string): DateReader | null {
  if (!isClearForm(format)) return null
  const parser = DateTime.buildFormatParser(format, { locale: 'en' })
  const read = (text: string) => {
    if (text.length > LONGEST_DATE) return null
    const at = parsed(text, parser)
    return at !== null && at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP ? at : null
  }
  const written = (sample: DateTime) => sample.toFormat(format, { locale: 'en' })
  const sample = DateTime.utc(2031, 2, 13)
  if (read(written(sample)) !== sample.toMillis()) return null
  // All its numbers have two digits, and remain a date and a time when they change places.
  const text = written(DateTime.utc(2031, 10, 11, 13, 14, 15))
  const inIso = parseTimestamp(text)
  return inIso === null || inIso === read(text) ? read : null
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
