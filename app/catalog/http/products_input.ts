import vine from '@vinejs/vine'
import { KEY_PREFIX } from '#catalog/rules/key'
import { MAX_PRODUCT_NAME } from '#catalog/rules/product'
import { documented } from '#http/documented'
import { strict } from '#http/strict'

const policy = () =>
  vine
    .any()
    .use(documented({ $ref: 'PartialPolicy' }))
    .optional()
const keyPrefix = () =>
  vine
    .string()
    .use(documented({ pattern: KEY_PREFIX.source }))
    .nullable()
    .optional()
const name = () => vine.string().use(documented({ pattern: '\\S', maxLength: MAX_PRODUCT_NAME }))

/** POST of a product; its rules are those of `#domain/policy/product` (contract#products). */
export const createProductValidator = strict({
  name: name(),
  keyPrefix: keyPrefix(),
  policy: policy(),
})

/** PATCH of a product. */
export const patchProductValidator = strict({
  name: name().optional(),
  keyPrefix: keyPrefix(),
  policy: policy(),
})
