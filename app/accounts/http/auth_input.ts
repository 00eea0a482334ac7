import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { codeChallenge, codeVerifier } from '#http/fields'
import { strict } from '#http/strict'
import { PASSWORD_LENGTH } from '#kernel/secrets/password'
import { NAME_LENGTH, NAME_SCHEMA, nameProblem } from '#kernel/text/name'

/** Length and commonness of a new password are judged where it is hashed; this only bounds the work. */
const password = () => vine.string().maxLength(1024)
const [minLength, maxLength] = PASSWORD_LENGTH
const newPassword = () =>
  password().use(
    documented({ minLength, maxLength, description: 'Not one of the common ones, nor the email address.' })
  )
const token = () => vine.string().minLength(1).maxLength(1024)
const code = () => vine.string().minLength(1).maxLength(64)
/** No line ends and no links: names stand in mails to others. */
const plainName = vine.createRule(
  (value, _options, field) => {
    const problem = field.isValid ? nameProblem(value as string) : null
    if (problem) field.report(`The {{ field }} field ${problem}`, 'plainName', field)
  },
  { toJSONSchema: (schema) => Object.assign(schema, NAME_SCHEMA) }
)

/** The name of a person or an org, or of something that may have a longer one. */
export const personName = (longest = NAME_LENGTH) => vine.string().trim().maxLength(longest).use(plainName())
const useCookies = () => vine.boolean({ strict: true }).optional()

/** An address without quotes: between them even line ends would be allowed. */
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

/** The token may stand in the cookie instead. */
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

export const profileValidator = strict({
  newsletterSubscribed: vine.boolean({ strict: true }).optional(),
  firstName: personName().nullable().optional(),
  lastName: personName().nullable().optional(),
})
