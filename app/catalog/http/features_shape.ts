import Type, { type Static } from 'typebox'
import { FEATURE_NAME, FEATURE_TYPES, type FeatureDeclaration, type Features } from '#catalog/rules/features'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { choice, named, optional, text } = shape

/** Values of features by their names (contract/17-tiers). */
export const FeaturesShape = Type.Unsafe<Features>({
  $id: 'Features',
  type: 'object',
  propertyNames: { pattern: FEATURE_NAME.source },
  additionalProperties: { type: ['boolean', 'integer', 'string'] },
  description: 'The values of features by name. The product declares the features.',
})

/** For each feature that a program asks about, whether the license has it. */
export const GrantedShape = Type.Unsafe<Record<string, boolean>>({
  type: 'object',
  additionalProperties: { type: 'boolean' },
  description: 'For each of the requested `features`, whether the license has it.',
})

/** A feature as a product declares it. */
export const FeatureDeclarationShape = named(
  'FeatureDeclaration',
  {
    name: text('Lowercase letters, digits, `_`, `.` and `-`. The first character is a letter.'),
    type: choice(FEATURE_TYPES),
    description: optional(text()),
  },
  'A feature that a product sells in its tiers.'
)
same<FeatureDeclaration, Static<typeof FeatureDeclarationShape>>(true)
