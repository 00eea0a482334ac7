import vine from '@vinejs/vine'
import { BLACKLIST_TYPES } from '#licensing/rules/entry'
import { documented } from '#http/documented'
import { reason } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { strict, strictQuery } from '#http/strict'

/**
 * The most entries that one bulk call can add (contract#blacklists).
 *
 * @internal
 */
export const MAX_ENTRIES = 10_000

/** The rule `entryValue` checks the value by its type. */
const entryFields = () => ({
  type: vine.enum(BLACKLIST_TYPES),
  value: vine
    .string()
    .maxLength(256)
    .use(documented({ minLength: 1 })),
  reason: reason(),
})

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const GROUP = '[0-9A-Fa-f]{1,4}'
const BITS = '(12[0-8]|1[01][0-9]|[1-9]?[0-9])'

/** In JSON Schema: the value of an IP entry is an address, or a network in CIDR notation. */
export const ADDRESS_RULE = {
  if: { properties: { type: { const: 'IP' } } },
  then: {
    properties: {
      value: {
        anyOf: [
          { type: 'string', format: 'ipv4' },
          { type: 'string', format: 'ipv6' },
          { type: 'string', pattern: `^${OCTET}(\\.${OCTET}){3}/(3[0-2]|[12]?[0-9])$` },
          { type: 'string', pattern: `^(${GROUP}:){1,7}:/${BITS}$` },
          { type: 'string', pattern: `^(${GROUP}:){7}${GROUP}/${BITS}$` },
        ],
      },
    },
  },
}

/** POST of one entry (interface#43-blacklists). */
export const entryValidator = strict(entryFields())

/** POST of many entries (contract#blacklists). */
export const entriesValidator = strict({
  entries: vine
    .array(vine.object(entryFields()).use(documented(ADDRESS_RULE)))
    .minLength(1)
    .maxLength(MAX_ENTRIES),
})

/** The query of a blacklist; read it with `blacklistQuery`. */
export const listEntriesValidator = strictQuery({
  cursor: cursorField(),
  limit: limitField(),
  type: vine.enum(BLACKLIST_TYPES).optional(),
  search: vine.string().maxLength(256).optional(),
})

/**
 * Validates the query of a blacklist and adds its defaults.
 * @throws VALIDATION_ERROR, INVALID_CURSOR
 */
export async function blacklistQuery(query: Record<string, unknown>) {
  const asked = await listEntriesValidator.validate(query)
  return { ...asked, limit: asked.limit ?? DEFAULT_LIMIT, cursor: cursorOf(query) }
}
