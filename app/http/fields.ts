import vine from '@vinejs/vine'
import { documented } from './documented.js'
import { momentProblem, parseMoment } from '#kernel/time/timestamps'

/** The fields that many requests have: each is checked here, and so in one way wherever it is sent. */

/** The id of a record, in lower case. */
export const uuid = () => vine.string().uuid().toLowerCase()

/** A whole number; a text that looks like one is refused. */
export const whole = () => vine.number({ strict: true }).withoutDecimals()

/** A boolean of a query: `true` or `false`, nothing else. */
export const flag = () => vine.enum(['true', 'false'] as const).transform((value) => value === 'true')

/** The longest reason for a change, in characters (contract/01-changes#one-filter). */
const MAX_REASON = 1000

/** Why somebody does something, trimmed. */
export const reason = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(MAX_REASON)
    .use(documented({ pattern: '\\S', description: 'Why; kept with the change.' }))
    .nullable()
    .optional()

/** A date or a date and time with an offset; JSON Schema knows either, but no name for both. */
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

/** A moment of a body or a query (contract/01-changes#one-filter), as milliseconds since the epoch. */
export const moment = () =>
  vine
    .string()
    .use(isMoment())
    .transform((text) => parseMoment(text)!)

/** A moment that null takes away; null stays null. */
export const nullableMoment = () =>
  vine
    .string()
    .use(isMoment())
    .nullable()
    .transform((text) => (text === null ? null : parseMoment(text)!))
    .optional()

/** What a browser gives of its secret when it begins a sign-in elsewhere, and the secret itself at the end. */
export const codeChallenge = () =>
  vine
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .use(documented({ description: 'SHA-256 of the verifier, in base64url.' }))
export const codeVerifier = () => vine.string().minLength(43).maxLength(128)
