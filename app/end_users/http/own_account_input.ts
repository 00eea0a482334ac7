import vine from '@vinejs/vine'
import { personName } from '#accounts/http/auth_input'
import { strict } from '#http/strict'
import { locale, username } from './person_input.js'

const name = () => personName().nullable().optional()

/** What end users change about themselves. */
export const ownProfileValidator = strict({
  firstName: name(),
  lastName: name(),
  username: username(),
  locale: locale(),
  marketingConsent: vine.boolean({ strict: true }).optional(),
})
