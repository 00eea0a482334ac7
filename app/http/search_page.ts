import vine from '@vinejs/vine'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from './page.js'
import { strictQuery } from './strict.js'

/** The query of a list over all orgs: a search text, and the page. */
export const searchPageValidator = strictQuery({
  search: vine.string().trim().maxLength(254).optional(),
  limit: limitField(),
  cursor: cursorField(),
})

/** Such a query with its defaults. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function searchPageQuery(query: Record<string, unknown>) {
  const { search, limit = DEFAULT_LIMIT } = await searchPageValidator.validate(query)
  return { search, page: { limit, cursor: cursorOf(query) } }
}
