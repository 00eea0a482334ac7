import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { TierShape } from './tier_shape.js'
import type TiersController from './tiers_controller.js'
import { newTierValidator, tierCopyValidator, tierPatchValidator } from './tiers_input.js'

const { list, nextCursor, uuid, whole } = shape

const TIERS = { tag: 'Tiers' }

const fields = {
  code: 'What programs, imports and exports call it; each once in a product.',
  features: 'Values of features that the product declares.',
  policy: 'The fields of the policy that this tier sets; they go before those of the product.',
  terms: 'The expiration of licenses that are made with it and state none.',
  maxHwidResets: 'The HWID resets of an end user; null leaves them to the policy.',
  meters: 'Allowances that use is counted against.',
  channels: 'Channels of releases; null is stable alone.',
  updatesDays: 'Days after activation in which releases are offered; null is for ever.',
  position: 'Its place in the list.',
}

/** The entries of the API document for tiers (contract/17-tiers). */
export const TIERS_API = {
  'tiers.index': {
    ...TIERS,
    summary: 'List tiers',
    description: 'By their position.',
    query: limitValidator,
    success: answers<TiersController['index']>()({ tiers: list(TierShape), nextCursor: nextCursor() }),
  },
  'tiers.store': {
    ...TIERS,
    summary: 'Create a tier',
    body: newTierValidator,
    fields,
    success: answers<TiersController['store']>(201)({ tier: TierShape }),
    refuses: ['CONFLICT', 'LIMIT_REACHED'],
    example: {
      code: 'pro',
      name: 'Pro',
      features: { export: true },
      policy: { hwidMode: 'limit', hwidLimit: 5 },
    },
  },
  'tiers.show': {
    ...TIERS,
    summary: 'Read a tier',
    success: answers<TiersController['show']>()({ tier: TierShape }),
    refuses: ['NOT_FOUND'],
  },
  'tiers.update': {
    ...TIERS,
    summary: 'Change a tier',
    description:
      'Features, policy, channels and meters reach all of its licenses at once; terms reach those that are made from now on. A change that takes something away from licenses needs `confirm`: without it the answer is VALIDATION_ERROR, with their number under `affected` in the details.',
    body: tierPatchValidator,
    fields: {
      ...fields,
      archived: 'Whether no more licenses can be given it.',
      confirm: 'Take it away all the same.',
    },
    success: answers<TiersController['update']>()({
      tier: TierShape,
      affected: whole('Licenses from which the change has taken something.'),
    }),
    refuses: ['CONFLICT'],
    example: { features: { export: true, seats: 10 } },
  },
  'tiers.duplicate': {
    ...TIERS,
    summary: 'Duplicate a tier',
    description: 'For who changes a tier and keeps old licenses as they are.',
    body: tierCopyValidator,
    fields: {
      code: 'The code of the copy; that of the original with `-copy` if left out.',
      name: 'Its name; that of the original if left out.',
    },
    success: answers<TiersController['duplicate']>(201)({ tier: TierShape }),
    refuses: ['CONFLICT', 'LIMIT_REACHED'],
    example: { code: 'pro-2026' },
  },
  'tiers.destroy': {
    ...TIERS,
    summary: 'Delete a tier',
    description: 'Only a tier without licenses.',
    success: answers<TiersController['destroy']>()({ id: uuid() }),
    refuses: ['CONFLICT'],
  },
} satisfies Entries
