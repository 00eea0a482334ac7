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
    description: 'Newest first, including accepted and expired invites.',
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
        'The licenses that the end user gets when accepting the invite. They must have no owner, or belong to the end user with this address.',
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
      'The link signs the end user in once, within 15 minutes. A mail informs the end user. A link that an API key makes gives access only to the product of the key.',
    body: portalLinkValidator,
    fields: {
      returnUrl:
        "The page that the link opens. It must be under one of the portal's `returnUrls` or at a host of the org. If omitted, it is the first of the `returnUrls`, or the portal's page at the service.",
    },
    success: answers<PortalLinksController['store']>()({
      portalLink: object({ url: text('The link, with the token in its fragment.'), expiresAt: moment() }),
    }),
    refuses: ['USER_NOT_FOUND', 'USER_BANNED', 'CONFLICT'],
  },
} satisfies Entries
