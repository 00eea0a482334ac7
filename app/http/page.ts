import vine from '@vinejs/vine'
import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { documented } from './documented.js'
import { wholeParameter } from './fields.js'
import { onlyKnown, strictQuery } from './strict.js'

/** The number of entries per page if the caller does not set one. */
export const DEFAULT_LIMIT = 50

/** `limit` of the collections that have no page numbers (contract#style). */
export const limitField = () => wholeParameter().range([1, 200]).optional()

/** `cursor` of a collection; `cursorOf` reads it. */
export const cursorField = () =>
  vine
    .any()
    .use(
      documented({ type: 'string', maxLength: 500, description: 'The `nextCursor` of the previous page.' })
    )
    .optional()

/** The query of a collection; read it with `limitQuery`. */
export const limitValidator = strictQuery({ limit: limitField(), cursor: cursorField() })

/** Limit and cursor of a query, with defaults. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function limitQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT } = await limitValidator.validate(query)
  return { limit, cursor: cursorOf(query) }
}

/** Like `limitQuery`, for the routes of /api, which ignore unknown parameters. */
export function looseLimitQuery(query: Record<string, unknown>) {
  return limitQuery(onlyKnown(limitValidator, query))
}

/** `cursor` of a query; empty means the first page. @throws Refusal INVALID_CURSOR if it cannot be a cursor. */
export function cursorOf({ cursor }: Record<string, unknown>): string | undefined {
  if (cursor === undefined || cursor === '') return undefined
  if (typeof cursor !== 'string' || cursor.length > 500) throw new Refusal('INVALID_CURSOR')
  return cursor
}

/** `cursor` of a list whose cursors are ids. @throws Refusal INVALID_CURSOR */
export function uuidCursorOf(query: Record<string, unknown>): string | undefined {
  const cursor = cursorOf(query)
  if (cursor !== undefined && !isUuid(cursor)) throw new Refusal('INVALID_CURSOR')
  return cursor?.toLowerCase()
}
