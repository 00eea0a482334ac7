import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { uuid } from '#http/fields'
import { strict } from '#http/strict'

export const bootstrapProductValidator = strict({
  name: vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(100)
    .use(documented({ pattern: '\\S' })),
  orgId: uuid().optional(),
  policy: vine
    .object({})
    .allowUnknownProperties()
    .use(documented({ $ref: 'PartialPolicy' }))
    .optional(),
})
