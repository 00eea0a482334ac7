import vine from '@vinejs/vine'

/** Length and commonness of a new password are judged where it is hashed; this only bounds the work. */
const password = () => vine.string().maxLength(1024)
const token = () => vine.string().minLength(1).maxLength(1024)
const code = () => vine.string().minLength(1).maxLength(64)
const name = () => vine.string().trim().maxLength(100)
const useCookies = () => vine.boolean({ strict: true }).optional()
const email = () => vine.string().trim().email().maxLength(254)

export const loginValidator = vine.create({
  email: vine.string().trim().maxLength(254),
  password: password(),
  useCookies: useCookies(),
})

export const registerValidator = vine.create({
  email: email(),
  password: password(),
  firstName: name().nullable().optional(),
  lastName: name().nullable().optional(),
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
export const forgotPasswordValidator = vine.create({ email: email() })
export const resetPasswordValidator = vine.create({ token: token(), password: password() })
export const changePasswordValidator = vine.create({
  currentPassword: password(),
  newPassword: password(),
  useCookies: useCookies(),
})

export const totpCodeValidator = vine.create({ code: code() })
export const totpDisableValidator = vine.create({ password: password(), code: code() })

export const profileValidator = vine.create({
  newsletterSubscribed: vine.boolean({ strict: true }).optional(),
  firstName: name().nullable().optional(),
  lastName: name().nullable().optional(),
})
