import Type, { type Static } from 'typebox'
import { CHANNELS } from '#catalog/rules/release_channels'
import { FEATURE_NAME } from '#catalog/rules/features'
import type { Meters } from '#catalog/rules/meters'
import { FeaturesShape } from '#catalog/http/features_shape'
import { SetPolicyShape } from '#catalog/http/policy_shape'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { EXPIRATION_MODES } from '#licensing/rules/license'
import { MetadataShape } from './license_shape.js'
import type { toTier } from './tier_transformer.js'

const { choice, list, moment, named, nullable, object, text, uuid, whole } = shape

/** The meters of a tier (contract/19-meters). */
const MetersShape = Type.Unsafe<Meters>({
  $id: 'Meters',
  type: 'object',
  maxProperties: 50,
  propertyNames: { pattern: FEATURE_NAME.source },
  additionalProperties: {
    type: 'object',
    properties: {
      limit: { type: ['integer', 'null'], minimum: 0, description: 'null means no limit.' },
      period: { enum: ['day', 'month', 'year', 'term', 'lifetime'] },
      overage: { enum: ['deny', 'allow'] },
      warnAt: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 100 },
        maxItems: 10,
        description: 'Percentages of the limit.',
      },
    },
    required: ['limit', 'period', 'overage'],
    additionalProperties: false,
  },
  description: 'The allowances for counted use, by name.',
})

/** A tier of a product (contract/17-tiers). */
export const TierShape = named(
  'Tier',
  {
    id: uuid(),
    productId: uuid(),
    code: text('The name of the tier for programs, imports and exports.'),
    name: text(),
    features: FeaturesShape,
    policy: SetPolicyShape,
    terms: nullable(
      object(
        {
          expirationMode: choice(EXPIRATION_MODES),
          expiresAt: nullable(moment()),
          expiresAfterDays: nullable(whole()),
        },
        'The expiration that is copied to new licenses of this tier.'
      )
    ),
    maxHwidResets: nullable(whole()),
    meters: MetersShape,
    channels: nullable(list(choice(CHANNELS), 'The channels of releases; null means only `stable`.')),
    updatesDays: nullable(
      whole(
        'Releases are offered if they are published within this number of days after activation; null means no end.'
      )
    ),
    metadata: MetadataShape,
    position: whole('The position of the tier in the list.'),
    archivedAt: nullable(
      moment('When the tier was archived. An archived tier cannot be given to more licenses.')
    ),
    createdAt: moment(),
    updatedAt: moment(),
    licenseCount: whole(),
  },
  'A named template of a product. Its licenses read their features and policy from it.'
)
same<ReturnType<typeof toTier>, Static<typeof TierShape>>(true)
