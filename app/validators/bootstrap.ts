import vine from '@vinejs/vine'
import { uuid } from './fields.js'
import { strict } from './strict.js'

export const bootstrapProductValidator = strict({
  name: vine.string().trim().minLength(1).maxLength(100),
  orgId: uuid().optional(),
  policy: vine.object({}).allowUnknownProperties().optional(),
})
