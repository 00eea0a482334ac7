import type { Static } from 'typebox'
import { DISTRIBUTIONS } from '#catalog/rules/product'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { FeatureDeclarationShape } from './features_shape.js'
import { SetPolicyShape } from './policy_shape.js'
import type { toProduct } from './product_transformer.js'

const { choice, list, moment, named, nullable, text, uuid, whole } = shape

/** A product (contract#products). */
export const ProductShape = named(
  'Product',
  {
    id: uuid(),
    orgId: uuid(),
    name: text(),
    keyPrefix: nullable(text('Stands before generated license keys.')),
    policy: SetPolicyShape,
    distribution: choice(
      DISTRIBUTIONS,
      'Who may have its releases: everybody, people with a license, or the merchant alone.'
    ),
    features: list(FeatureDeclarationShape, 'What its tiers and licenses can have.'),
    revision: whole('Counts the changes; give it as `If-Match` to change what you have read.'),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'Something that licenses are for.'
)
same<ReturnType<typeof toProduct>, Static<typeof ProductShape>>(true)
