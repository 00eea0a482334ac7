import vine from '@vinejs/vine'

export const bootstrapProductValidator = vine.create({
  name: vine.string().trim().minLength(1).maxLength(100),
  orgId: vine.string().uuid().optional(),
  policy: vine.object({}).allowUnknownProperties().optional(),
})
