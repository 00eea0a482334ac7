import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { TierShape } from './tier_shape.js'
import type TiersController from './tiers_controller.js'
import { newTierValidator, tierCopyValidator, tierPatchValidator } from './tiers_input.js'

const { list, nextCursor, uuid, whole } = shape

const TIERS = { tag: 'Tiers' }

const fields = {
  code: 'The name of the tier for programs, imports and exports; unique in the product.',
  features: 'The values of features that the product declares.',
  policy: 'The fields of the policy that this tier sets. They override the policy of the product.',
  terms: 'The expiration of new licenses of this tier that set none.',
  maxHwidResets: 'The maximum number of HWID resets by an end user; null means the value of the policy.',
  meters: 'The allowances for counted use.',
  channels: 'The channels of releases; null means only `stable`.',
  updatesDays:
    'Releases are offered if they are published within this number of days after activation; null means no end.',
  position: 'The position of the tier in the list.',
}

/** The entries of the API document for tiers (contract/17-tiers). */
export const TIERS_API = {
  'tiers.index': {
    ...TIERS,
    summary: 'List tiers',
    description: 'Sorted by position.',
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
      'Changes of features, policy, `maxHwidResets`, channels, `updatesDays` and meters apply to all licenses of the tier at once. Changed terms apply only to new licenses. A change that takes something away from licenses requires `confirm`. Without it, the answer is VALIDATION_ERROR, and the entry `affected` of its details contains the number of all licenses of the tier, also of those whose own values stay.',
    body: tierPatchValidator,
    fields: {
      ...fields,
      archived: 'Whether the tier is archived. An archived tier cannot be given to more licenses.',
      confirm: 'Confirms a change that takes something away from licenses.',
    },
    success: answers<TiersController['update']>()({
      tier: TierShape,
      affected: whole(
        'The number of all licenses of the tier if the change took something away, also of those whose own values stay; otherwise 0.'
      ),
    }),
    refuses: ['CONFLICT'],
    example: { features: { export: true, seats: 10 } },
  },
  'tiers.duplicate': {
    ...TIERS,
    summary: 'Duplicate a tier',
    description:
      'Duplicate a tier to change the copy for new licenses. The licenses of the original keep what they have.',
    body: tierCopyValidator,
    fields: {
      code: 'The code of the copy. If omitted, it is the code of the original with `-copy` added.',
      name: 'The name of the copy; the name of the original if omitted.',
    },
    success: answers<TiersController['duplicate']>(201)({ tier: TierShape }),
    refuses: ['CONFLICT', 'LIMIT_REACHED'],
    example: { code: 'pro-2026' },
  },
  'tiers.destroy': {
    ...TIERS,
    summary: 'Delete a tier',
    description: 'Only a tier without licenses can be deleted.',
    success: answers<TiersController['destroy']>()({ id: uuid() }),
    refuses: ['CONFLICT'],
  },
} satisfies Entries
