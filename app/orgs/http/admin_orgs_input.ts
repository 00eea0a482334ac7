import vine from '@vinejs/vine'
import { PLANS } from '#config/settings/plans'
import { strict } from '#http/strict'

/** PATCH of an org by a platform admin. */
export const administerOrgValidator = strict({
  plan: vine.enum(PLANS).optional(),
  suspended: vine.boolean({ strict: true }).optional(),
})
