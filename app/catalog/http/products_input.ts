import vine from '@vinejs/vine'
import { FEATURE_NAME, FEATURE_TYPES, MAX_FEATURE_DESCRIPTION, MAX_FEATURES } from '#catalog/rules/features'
import { KEY_PREFIX } from '#catalog/rules/key'
import { DISTRIBUTIONS, MAX_PRODUCT_NAME } from '#catalog/rules/product'
import { documented } from '#http/documented'
import { strict, strictPatch } from '#http/strict'

export const policy = () =>
  vine
    .any()
    .use(documented({ $ref: 'PartialPolicy' }))
    .optional()
export const keyPrefix = () =>
  vine
    .string()
    .use(documented({ pattern: KEY_PREFIX.source }))
    .nullable()
    .optional()
const features = () =>
  vine
    .array(
      vine.object({
        name: vine.string().regex(FEATURE_NAME),
        type: vine.enum(FEATURE_TYPES),
        description: vine.string().maxLength(MAX_FEATURE_DESCRIPTION).optional(),
      })
    )
    .maxLength(MAX_FEATURES)
    .optional()
export const productName = () =>
  vine.string().use(documented({ pattern: '\\S', maxLength: MAX_PRODUCT_NAME }))

const distribution = () => vine.enum(DISTRIBUTIONS).optional()

/** The body that creates a product. The rules of its fields are in `productProblems` (contract#products). */
export const createProductValidator = strict({
  name: productName(),
  keyPrefix: keyPrefix(),
  policy: policy(),
  distribution: distribution(),
  features: features(),
})

/** The body that changes a product. */
export const patchProductValidator = strictPatch({
  name: productName().optional(),
  keyPrefix: keyPrefix(),
  policy: policy(),
  distribution: distribution(),
  features: features(),
  confirm: vine.boolean({ strict: true }).optional(),
})
