import type { Static } from 'typebox'
import { BLACKLIST_TYPES } from '#licensing/rules/entry'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toEntry } from './blacklist_transformer.js'

const { choice, moment, named, nullable, text, uuid, whole } = shape

/** An entry of a blacklist (interface#26-blacklist-entry). */
export const BlacklistEntryShape = named(
  'BlacklistEntry',
  {
    id: uuid(),
    type: choice(BLACKLIST_TYPES),
    value: text('A HWID, or an address or network in its canonical form.'),
    reason: nullable(text()),
    hits: whole('Calls that it has refused.'),
    lastHitAt: nullable(moment()),
    createdAt: moment(),
  },
  'A device or address that a product refuses.'
)
same<ReturnType<typeof toEntry>, Static<typeof BlacklistEntryShape>>(true)
