import vine from '@vinejs/vine'
import { givenQuery } from './query.js'

/** `limit` and `cursor` of the collections that have no page numbers (contract, Style). */
export const limitFields = {
  limit: vine.number().withoutDecimals().range([1, 200]).optional(),
  cursor: vine.string().maxLength(500).optional(),
}

const validator = vine.create(limitFields)

/** Limit and cursor of a query with their defaults. Errors: VALIDATION_ERROR. */
export async function limitQuery(query: Record<string, unknown>) {
  const { limit = 50, cursor } = await validator.validate(givenQuery(query))
  return { limit, cursor }
}
