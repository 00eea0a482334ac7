import vine from '@vinejs/vine'
import { strict, strictQuery } from '#http/strict'
import { LICENSE_FATES } from '#licensing/rules/license_fate'

/** What happens to the licenses of an erased end user. */
export const erasureQueryValidator = strictQuery({ licenses: vine.enum(LICENSE_FATES).optional() })

/** The mailed code that confirms an erasure. */
export const confirmErasureValidator = strict({
  challengeToken: vine.string().minLength(1).maxLength(1024),
  code: vine.string().trim().minLength(1).maxLength(64),
})
