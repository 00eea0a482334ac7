import vine from '@vinejs/vine'
import { parseTimestamp } from '#domain/timestamps'

const isTimestamp = vine.createRule((value, _options, field) => {
  if (typeof value === 'string' && parseTimestamp(value) === null) {
    field.report('The {{ field }} field must be an ISO 8601 timestamp', 'timestamp', field)
  }
})

/** An ISO 8601 timestamp, as milliseconds since the epoch. */
export const timestamp = () =>
  vine
    .string()
    .maxLength(40)
    .use(isTimestamp())
    .transform((text) => parseTimestamp(text)!)

/** The same where null takes a value away; null stays null. */
export const nullableTimestamp = () =>
  vine
    .string()
    .maxLength(40)
    .use(isTimestamp())
    .nullable()
    .transform((text) => (text === null ? null : parseTimestamp(text)!))
    .optional()
