import vine from '@vinejs/vine'
import { documented } from './documented.js'
import { isUuid } from '#kernel/text/uuid'
import { momentProblem, parseMoment } from '#kernel/time/timestamps'

/** Fields that many requests share. Each is defined here once, so it is checked in the same way everywhere. */

/** Vine's own rule refuses ids of unknown versions, which paths accept: an id that nobody has is not malformed. */
const isId = vine.createRule(
  (value, _options, field) => {
    if (!isUuid(value)) field.report('The {{ field }} field must be a valid UUID', 'uuid', field)
  },
  { toJSONSchema: (schema) => void Object.assign(schema, { format: 'uuid' }) }
)

/** The id of a record, in lower case. */
export const uuid = () => vine.string().use(isId()).toLowerCase()

const isNotBlank = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string' || /\S/.test(value)) return
    field.report('The {{ field }} field must not be blank', 'notBlank', field)
  },
  { toJSONSchema: (schema) => void Object.assign(schema, { pattern: '\\S' }) }
)

/** Text that is kept as it was sent, spaces too, with something in it to read. */
export const written = (most: number) => vine.string().minLength(1).maxLength(most).use(isNotBlank())

const isHttps = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string' || /^https:\/\//i.test(value)) return
    field.report('The {{ field }} field must begin with https://', 'https', field)
  },
  { toJSONSchema: (schema) => void Object.assign(schema, { pattern: '^https://' }) }
)

/** An https URL. `longest` is its maximum length in characters. */
export const httpsAddress = (longest = 2000) =>
  vine
    .string()
    .trim()
    .use(isHttps())
    .url({ protocols: ['https'], require_protocol: true })
    .maxLength(longest)

/** A whole number; a string that looks like one is refused. */
export const whole = () => vine.number({ strict: true }).withoutDecimals()

/**
 * A whole number as a query parameter, in decimal digits. Other notations that JavaScript reads as numbers, such as
 * `0x10`, `1e3` and `+5` (whose plus is a space in a query), are refused.
 */
export const wholeParameter = () =>
  vine
    .number()
    .parse((text) => (typeof text === 'string' && !/^-?\d+$/.test(text) ? Number.NaN : text))
    .withoutDecimals()

/** What a boolean query parameter can be. */
export const FLAG_VALUES = ['true', 'false'] as const

/** A boolean query parameter: `true` or `false`, nothing else. */
export const flag = () => vine.enum(FLAG_VALUES).transform((value) => value === 'true')

/** The longest reason for a change, in characters (contract/01-changes#one-filter). */
const MAX_REASON = 1000

/** The reason for a change that needs one, trimmed. */
export const requiredReason = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(MAX_REASON)
    .use(
      documented({ pattern: '\\S', description: 'The reason for the change. It is stored with the change.' })
    )

/** The reason for a change, trimmed. */
export const reason = () => requiredReason().nullable().optional()

/** A date, or a date and time with an offset. JSON Schema has a format for each, but none for both. */
const DOCUMENTED = {
  toJSONSchema(schema: { type?: unknown }) {
    delete schema.type
    Object.assign(schema, {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
    })
  },
}

const isMoment = vine.createRule((value, _options, field) => {
  if (typeof value === 'string' && parseMoment(value) === null) {
    field.report(momentProblem('The {{ field }} field'), 'moment', field)
  }
}, DOCUMENTED)

const momentText = () => vine.string().use(isMoment())
const asMillis = (text: string) => parseMoment(text)!

/** A point in time in a body or a query (contract/01-changes#one-filter), as milliseconds since the epoch. */
export const moment = () => momentText().transform(asMillis)

/** Refuses a range of moments that ends before it starts: it would match nothing, whatever there is. */
const isNotBefore = vine.createRule<string>((value, start, field) => {
  const from: unknown = field.parent[start]
  if (typeof value !== 'string' || typeof from !== 'string') return
  const [first, last] = [parseMoment(from), parseMoment(value)]
  if (first === null || last === null || last >= first) return
  field.report(`{{ field }} must not be before ${start}`, 'notBefore', field)
})

/** The optional end of a range that starts at the field `start` of the same object. */
export const momentFrom = (start: string) =>
  momentText().use(isNotBefore(start)).transform(asMillis).optional()

/** Like `moment`, but null clears the field and stays null. */
export const nullableMoment = () =>
  momentText()
    .nullable()
    .transform((text) => (text === null ? null : asMillis(text)))
    .optional()

/**
 * PKCE: the challenge that a browser sends when it starts a sign-in elsewhere, and the verifier that it sends at the
 * end.
 */
export const codeChallenge = () =>
  vine
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .use(documented({ description: 'SHA-256 of the verifier, in base64url.' }))
export const codeVerifier = () => vine.string().minLength(43).maxLength(128)
