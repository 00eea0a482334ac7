import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { endUserInviteValidator, portalLinkValidator } from './end_user_invite_input.js'
import { EndUserInviteShape } from './end_user_invite_shape.js'
import type EndUserInvitesController from './end_user_invites_controller.js'
import type PortalLinksController from './portal_links_controller.js'

const { list, moment, nextCursor, object, text, uuid } = shape
const PEOPLE = { tag: 'End users' }

/** The routes by which a merchant lets end users into the portal, in the API document. */
export const INVITES_API = {
  'end_user_invites.index': {
    ...PEOPLE,
    summary: 'List invites of end users',
    description: 'Newest first, accepted and expired ones too.',
    query: limitValidator,
    success: answers<EndUserInvitesController['index']>()({
      invites: list(EndUserInviteShape),
      nextCursor: nextCursor(),
    }),
  },
  'end_user_invites.store': {
    ...PEOPLE,
    summary: 'Invite an end user',
    description: 'Sends a mail with a token that works once within 7 days. The portal must be on.',
    body: endUserInviteValidator,
    fields: {
      licenseIds:
        'Licenses that whoever accepts the invite takes: those without an owner, or of this address.',
    },
    success: answers<EndUserInvitesController['store']>(201)({ invite: EndUserInviteShape }),
    refuses: ['CONFLICT', 'LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'RATE_LIMITED', 'USER_BANNED'],
    example: { email: 'jane@example.com' },
  },
  'end_user_invites.destroy': {
    ...PEOPLE,
    summary: 'Withdraw an invite of an end user',
    success: answers<EndUserInvitesController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'portal_links.store': {
    ...PEOPLE,
    summary: 'Make a one-time link into the portal',
    description:
      'It signs the end user in once, within 15 minutes; a mail tells them. For an API key it opens the product of the key.',
    body: portalLinkValidator,
    fields: {
      returnUrl:
        "A page under one of the portal's `returnUrls` or at a host of the org; left out, the first of them, or the portal's page at the service.",
    },
    success: answers<PortalLinksController['store']>()({
      portalLink: object({ url: text('The token is in its fragment.'), expiresAt: moment() }),
    }),
    refuses: ['USER_NOT_FOUND', 'USER_BANNED', 'CONFLICT'],
  },
} satisfies Entries
