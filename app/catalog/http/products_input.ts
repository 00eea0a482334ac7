import vine from '@vinejs/vine'
import { strict } from '#http/strict'

const policy = () => vine.any().optional()
const keyPrefix = () => vine.string().nullable().optional()

/** POST of a product; its rules are those of `#domain/policy/product` (contract#products). */
export const createProductValidator = strict({
  name: vine.string(),
  keyPrefix: keyPrefix(),
  policy: policy(),
})

/** PATCH of a product. */
export const patchProductValidator = strict({
  name: vine.string().optional(),
  keyPrefix: keyPrefix(),
  policy: policy(),
})
