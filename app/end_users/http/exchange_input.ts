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
  licenseKeys: vine.array(vine.string().minLength(1).maxLength(256)).maxLength(MOST_KEYS).optional(),
  returnUrl: vine.string().maxLength(2000).nullable().optional(),
})
