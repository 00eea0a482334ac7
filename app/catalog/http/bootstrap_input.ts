import vine from '@vinejs/vine'
import { uuid } from '#http/fields'
import { strict } from '#http/strict'

export const bootstrapProductValidator = strict({
  name: vine.string().trim().minLength(1).maxLength(100),
  orgId: uuid().optional(),
  policy: vine.object({}).allowUnknownProperties().optional(),
})
