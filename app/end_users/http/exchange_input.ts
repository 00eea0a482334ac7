import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import { strict } from '#http/strict'
import { aboutPerson, externalId } from './person_input.js'

const MOST_KEYS = 20

/**
 * The data that a merchant vouches for. An `externalId` or `email` of null counts as missing, because it finds no end
 * user.
 */
export const exchangeValidator = strict({
  ...aboutPerson,
  externalId: externalId().optional(),
  email: emailAddress().optional(),
  emailVerified: vine.boolean({ strict: true }).optional(),
  // A key of any length: one that no license can have is unknown, and does not fail the call.
  licenseKeys: vine.array(vine.string()).maxLength(MOST_KEYS).optional(),
  returnUrl: vine.string().maxLength(2000).nullable().optional(),
})
