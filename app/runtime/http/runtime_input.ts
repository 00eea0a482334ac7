import vine from '@vinejs/vine'
import { MAX_FEATURE_NAME, MAX_FEATURES } from '#catalog/rules/features'
import { uuid } from '#http/fields'

const licenseKey = () => vine.string().minLength(1).maxLength(256)
const sessionId = () => vine.string().minLength(1).maxLength(128)

/** POST /v1/licenses/authorize (contract#authorize-request). */
export const authorizeValidator = vine.create({
  productId: uuid(),
  licenseKey: licenseKey(),
  hwid: vine.string().minLength(1).maxLength(256).nullable().optional(),
  ip: vine.string().maxLength(64).nullable().optional(),
  sessionId: sessionId().nullable().optional(),
  features: vine
    .array(vine.string().minLength(1).maxLength(MAX_FEATURE_NAME))
    .maxLength(MAX_FEATURES)
    .nullable()
    .optional(),
})

/** POST /v1/licenses/release (contract#sessions-of-a-license). */
export const releaseValidator = vine.create({
  productId: uuid(),
  licenseKey: licenseKey(),
  sessionId: sessionId(),
})
