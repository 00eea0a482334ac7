import vine from '@vinejs/vine'
import { momentProblem, parseMoment } from '#domain/timestamps'

const isMoment = vine.createRule((value, _options, field) => {
  if (typeof value === 'string' && parseMoment(value) === null) {
    field.report(momentProblem('The {{ field }} field'), 'moment', field)
  }
})

/** A moment of a body or a query (contract/01-changes#one-filter), as milliseconds since the epoch. */
export const moment = () =>
  vine
    .string()
    .use(isMoment())
    .transform((text) => parseMoment(text)!)

/** The same where null takes a value away; null stays null. */
export const nullableMoment = () =>
  vine
    .string()
    .use(isMoment())
    .nullable()
    .transform((text) => (text === null ? null : parseMoment(text)!))
    .optional()
