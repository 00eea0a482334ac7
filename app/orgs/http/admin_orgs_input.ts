import vine from '@vinejs/vine'
import { PLANS } from '#config/settings/plans'
import { strictPatch } from '#http/strict'

/** PATCH of an org by a platform admin. */
export const administerOrgValidator = strictPatch({
  plan: vine.enum(PLANS).optional(),
  suspended: vine.boolean({ strict: true }).optional(),
})
