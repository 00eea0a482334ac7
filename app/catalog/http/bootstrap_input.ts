import { uuid } from '#http/fields'
import { strict } from '#http/strict'
import { policy, productName } from './products_input.js'

/** The rules of name and policy are in `productProblems`, as for every product. */
export const bootstrapProductValidator = strict({
  name: productName(),
  orgId: uuid().optional(),
  policy: policy(),
})
