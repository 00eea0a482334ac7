import vine from '@vinejs/vine'
import { BLACKLIST_TYPES } from '#licensing/rules/entry'
import { reason } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

/**
 * The most entries of one bulk call (contract#blacklists).
 *
 * @internal
 */
export const MAX_ENTRIES = 10_000

const entryFields = () => ({
  type: vine.enum(BLACKLIST_TYPES),
  value: vine.string().maxLength(256),
  reason: reason(),
})

/** POST of one entry (interface#43-blacklists). */
export const entryValidator = strict(entryFields())

/** POST of many (contract#blacklists). */
export const entriesValidator = strict({
  entries: vine.array(vine.object(entryFields())).minLength(1).maxLength(MAX_ENTRIES),
})

/** The query of a blacklist; read it with `blacklistQuery`. */
export const listEntriesValidator = strictQuery({
  cursor: cursorField(),
  limit: limitField(),
  type: vine.enum(BLACKLIST_TYPES).optional(),
  search: vine.string().maxLength(256).optional(),
})

/**
 * The query of a blacklist with its defaults.
 * @throws VALIDATION_ERROR, INVALID_CURSOR
 */
export async function blacklistQuery(query: Record<string, unknown>) {
  const asked = await listEntriesValidator.validate(query)
  return { ...asked, limit: asked.limit ?? DEFAULT_LIMIT, cursor: cursorOf(query) }
}
