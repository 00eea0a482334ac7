import vine from '@vinejs/vine'
import { emailAddress, personName } from '#accounts/http/auth_input'
import { documented } from '#http/documented'
import { strict, strictPatch } from '#http/strict'
import { PASSWORD_LENGTH } from '#kernel/secrets/password'
import { locale, username } from './person_input.js'

const name = () => personName().nullable().optional()
/** A new password's length and strength are checked where it is hashed; this only bounds the work. */
const password = () => vine.string().maxLength(1024)
const [minLength, maxLength] = PASSWORD_LENGTH

/** The fields of their profile that end users change. */
export const ownProfileValidator = strictPatch(
  {
    firstName: name(),
    lastName: name(),
    username: username(),
    locale: locale(),
    marketingConsent: vine.boolean({ strict: true }).optional(),
  },
  { mayBeEmpty: true }
)

/** The new address that an end user wants. */
export const newAddressValidator = strict({ email: emailAddress() })

/** The proof of a new address. */
export const confirmAddressValidator = strict({
  challengeToken: vine.string().minLength(1).maxLength(1024),
  code: vine.string().trim().minLength(1).maxLength(64),
})

/** A new password. The current one is required unless the sign-in is fresh. */
export const ownPasswordValidator = strict({
  newPassword: password().use(
    documented({ minLength, maxLength, description: 'Common passwords and the email address are refused.' })
  ),
  currentPassword: password().optional(),
})
