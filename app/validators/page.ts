import vine from '@vinejs/vine'
import Refusal from '#exceptions/refusal'
import { givenQuery } from './query.js'

/** How many entries a page has when the caller does not say. */
export const DEFAULT_LIMIT = 50

/** `limit` of the collections that have no page numbers (contract, Style). */
export const limitField = () => vine.number().withoutDecimals().range([1, 200]).optional()

const validator = vine.create({ limit: limitField() })

/** Limit and cursor of a query with their defaults. Errors: VALIDATION_ERROR, INVALID_CURSOR. */
export async function limitQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT } = await validator.validate(givenQuery(query))
  return { limit, cursor: cursorOf(query) }
}

/** `cursor` of a query; empty means the beginning. Errors: INVALID_CURSOR for what cannot be one. */
export function cursorOf({ cursor }: Record<string, unknown>): string | undefined {
  if (cursor === undefined || cursor === '') return undefined
  if (typeof cursor !== 'string' || cursor.length > 500) throw new Refusal('INVALID_CURSOR')
  return cursor
}
