import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { codeChallenge, codeVerifier } from '#http/fields'
import { strict, strictPatch } from '#http/strict'
import { PASSWORD_LENGTH } from '#kernel/secrets/password'
import { NAME_LENGTH, NAME_SCHEMA, nameProblem } from '#kernel/text/name'

/** Only limits the work. The action that hashes a new password checks its length and whether it is common. */
const password = () => vine.string().maxLength(1024)
const [minLength, maxLength] = PASSWORD_LENGTH
const newPassword = () =>
  password().use(
    documented({ minLength, maxLength, description: 'Common passwords and the email address are refused.' })
  )
const token = () => vine.string().minLength(1).maxLength(1024)
const code = () => vine.string().minLength(1).maxLength(64)
/** Allows no line ends and no links, because names appear in mails to other people. */
const plainName = vine.createRule(
  (value, _options, field) => {
    const problem = field.isValid ? nameProblem(value as string) : null
    if (problem) field.report(`The {{ field }} field ${problem}`, 'plainName', field)
  },
  { toJSONSchema: (schema) => Object.assign(schema, NAME_SCHEMA) }
)

/** The name of a person or an org. `longest` allows a longer name for other records. */
export const personName = (longest = NAME_LENGTH) => vine.string().trim().maxLength(longest).use(plainName())
const useCookies = () => vine.boolean({ strict: true }).optional()

/** An email address without quotes: inside quotes even line ends would be allowed. */
export const emailAddress = () =>
  vine
    .string()
    .trim()
    .email()
    .regex(/^[^\s"]+$/)
    .maxLength(254)

export const loginValidator = vine.create({
  email: vine.string().trim().maxLength(254),
  password: password(),
  useCookies: useCookies(),
})

export const registerValidator = vine.create({
  email: emailAddress(),
  password: newPassword(),
  firstName: personName().nullable().optional(),
  lastName: personName().nullable().optional(),
  useCookies: useCookies(),
})

export const verifyLoginValidator = vine.create({
  challengeToken: token(),
  code: code(),
  useCookies: useCookies(),
})

/** `refreshToken` is optional because the cookie may carry the token. */
export const refreshValidator = vine.create({ refreshToken: token().optional(), useCookies: useCookies() })
export const verifyEmailValidator = vine.create({ token: token() })
export const linkCodeValidator = vine.create({ code: token() })
export const oauthStartValidator = vine.create({
  provider: vine.string().minLength(1).maxLength(40),
  redirectUri: vine.string().minLength(1).maxLength(2000),
  codeChallenge: codeChallenge(),
})
export const oauthExchangeValidator = vine.create({
  code: token(),
  codeVerifier: codeVerifier(),
  useCookies: useCookies(),
})
export const forgotPasswordValidator = vine.create({ email: emailAddress() })
export const resetPasswordValidator = vine.create({ token: token(), password: newPassword() })
export const changePasswordValidator = strict({
  currentPassword: password(),
  newPassword: newPassword(),
  useCookies: useCookies(),
})

export const totpCodeValidator = strict({ code: code() })
export const totpDisableValidator = strict({ password: password(), code: code() })

/** PATCH of the own profile. */
export const profileValidator = strictPatch(
  {
    newsletterSubscribed: vine.boolean({ strict: true }).optional(),
    firstName: personName().nullable().optional(),
    lastName: personName().nullable().optional(),
  },
  { mayBeEmpty: true }
)
