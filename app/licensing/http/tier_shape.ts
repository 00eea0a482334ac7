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
      limit: { type: ['integer', 'null'], minimum: 0, description: 'null is no limit.' },
      period: { enum: ['day', 'month', 'year', 'term', 'lifetime'] },
      overage: { enum: ['deny', 'allow'] },
      warnAt: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 100 },
        maxItems: 10,
        description: 'Percentages.',
      },
    },
    required: ['limit', 'period', 'overage'],
    additionalProperties: false,
  },
  description: 'Allowances that use is counted against, by their names.',
})

/** A tier of a product (contract/17-tiers). */
export const TierShape = named(
  'Tier',
  {
    id: uuid(),
    productId: uuid(),
    code: text('What programs, imports and exports call it.'),
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
        'Copied to licenses that are made with it.'
      )
    ),
    maxHwidResets: nullable(whole()),
    meters: MetersShape,
    channels: nullable(list(choice(CHANNELS), 'Channels of releases; null is stable alone.')),
    updatesDays: nullable(whole('Days after activation in which releases are offered; null is for ever.')),
    metadata: MetadataShape,
    position: whole('Its place in the list.'),
    archivedAt: nullable(moment('Since when no license can be given it.')),
    createdAt: moment(),
    updatedAt: moment(),
    licenseCount: whole(),
  },
  'A named template of a product, which its licenses read their features and policy through.'
)
same<ReturnType<typeof toTier>, Static<typeof TierShape>>(true)
