import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import { uuid } from '#http/fields'
import { documented } from '#http/documented'
import { strictQuery } from '#http/strict'
import { plainEmail } from '#kernel/text/email'
import { isUuid } from '#kernel/text/uuid'
import { PASSWORD_LENGTH } from '#kernel/secrets/password'

/** Bodies of sign-in routes. Like those of users, they ignore unknown fields (contract/09-end-users#92-getting-in). */

const token = () => vine.string().minLength(1).maxLength(1024)
const useCookies = () => vine.boolean({ strict: true }).optional()
/** A new password's length and strength are checked where it is hashed; this only bounds the work. */
const password = () => vine.string().maxLength(1024)
const [minLength, maxLength] = PASSWORD_LENGTH

export const askForCodeValidator = vine.create({
  orgId: uuid(),
  email: emailAddress(),
  returnUrl: vine.string().maxLength(2000).optional(),
})

export const verifyCodeValidator = vine.create({
  challengeToken: token(),
  code: vine.string().trim().minLength(1).maxLength(64),
  useCookies: useCookies(),
})

export const verifyLinkValidator = vine.create({ token: token(), useCookies: useCookies() })

export const endUserPasswordValidator = vine.create({
  orgId: uuid(),
  email: vine.string().trim().maxLength(254),
  password: password(),
  useCookies: useCookies(),
})

export const licenseKeyValidator = vine.create({
  orgId: uuid(),
  licenseKey: vine.string().minLength(1).maxLength(256),
  useCookies: useCookies(),
})

export const acceptEndUserInviteValidator = vine.create({
  token: token(),
  password: password()
    .use(
      documented({ minLength, maxLength, description: 'Common passwords and the email address are refused.' })
    )
    .optional(),
  useCookies: useCookies(),
})

/** The refresh token may be in the cookie instead. */
export const endUserRefreshValidator = vine.create({
  refreshToken: token().optional(),
  useCookies: useCookies(),
})

/** The query that finds a portal for a visitor. */
export const publicPortalValidator = strictQuery({
  orgId: uuid().optional(),
  hostname: vine.string().trim().maxLength(253).optional(),
})

/**
 * Reads a text field of a body before its validation; empty for anything that is not a string. Attempt limits count by
 * it.
 */
function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

/** Reads the address of a body before its validation, in the spelling that an account has: limits count by it. */
export const emailOf = (body: Record<string, unknown>) => plainEmail(textOf(body, 'email'))

/** Reads the org id of a body; null if it is not a UUID. */
export function orgIdOf(body: Record<string, unknown>): string | null {
  const orgId = textOf(body, 'orgId')
  return isUuid(orgId) ? orgId : null
}
