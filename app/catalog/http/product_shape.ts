import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { SetPolicyShape } from './policy_shape.js'
import type { toProduct } from './product_transformer.js'

const { moment, named, nullable, text, uuid, whole } = shape

/** A product (contract#products). */
export const ProductShape = named(
  'Product',
  {
    id: uuid(),
    orgId: uuid(),
    name: text(),
    keyPrefix: nullable(text('Stands before generated license keys.')),
    policy: SetPolicyShape,
    revision: whole('Counts the changes; give it as `If-Match` to change what you have read.'),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'Something that licenses are for.'
)
same<ReturnType<typeof toProduct>, Static<typeof ProductShape>>(true)
