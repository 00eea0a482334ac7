import vine from '@vinejs/vine'
import { emailAddress } from '#accounts/http/auth_input'
import { uuid } from '#http/fields'
import { strict } from '#http/strict'

const MOST_LICENSES = 100

/** An invite, with the licenses for the end user who accepts it. */
export const endUserInviteValidator = strict({
  email: emailAddress(),
  licenseIds: vine.array(uuid()).maxLength(MOST_LICENSES).optional(),
})

/** A one-time link. Without `returnUrl` it leads to the portal's first page. */
export const portalLinkValidator = strict({
  returnUrl: vine.string().maxLength(2000).nullable().optional(),
})
