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
    keyPrefix: nullable(text('The prefix of generated license keys.')),
    policy: SetPolicyShape,
    distribution: choice(
      DISTRIBUTIONS,
      'Who may download the releases: everybody (`open`), people with a license (`licensed`), or only the merchant (`closed`).'
    ),
    features: list(FeatureDeclarationShape, 'The features that its tiers and licenses can have.'),
    revision: whole(
      'The version of the record. Send it as `If-Match` to change only the version that you have read.'
    ),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'A product of a merchant, with licenses.'
)
same<ReturnType<typeof toProduct>, Static<typeof ProductShape>>(true)
