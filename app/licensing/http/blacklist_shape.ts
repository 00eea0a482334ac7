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
    value: text('An HWID, or an IP address or network in its canonical form.'),
    reason: nullable(text()),
    hits: whole('The number of calls that this entry denied.'),
    lastHitAt: nullable(moment()),
    createdAt: moment(),
  },
  'A device or an IP address that a product denies.'
)
same<ReturnType<typeof toEntry>, Static<typeof BlacklistEntryShape>>(true)
