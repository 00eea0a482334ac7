import vine from '@vinejs/vine'
import { strictQuery } from '#http/strict'
import { LICENSE_FATES } from '#licensing/rules/license_fate'

/** What becomes of the licenses of somebody who is erased. */
export const erasureQueryValidator = strictQuery({ licenses: vine.enum(LICENSE_FATES).optional() })
