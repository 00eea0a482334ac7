import type { Entries, Success } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import type { Code } from '#kernel/refusals/codes'
import {
  acceptEndUserInviteValidator,
  askForCodeValidator,
  endUserPasswordValidator,
  endUserRefreshValidator,
  licenseKeyValidator,
  publicPortalValidator,
  verifyCodeValidator,
  verifyLinkValidator,
} from './doors_input.js'
import {
  EndUserSignedInShape,
  EndUserTokensShape,
  PublicPortalShape,
  startedChallenge,
} from './doors_shape.js'
import type MailedCodesController from './mailed_codes_controller.js'
import type PortalDoorsController from './portal_doors_controller.js'
import type PublicPortalsController from './public_portals_controller.js'
import type RenewalsController from './renewals_controller.js'

const { flag } = shape

const PORTAL = { tag: 'Portal' }
const useCookies =
  'For pages of this origin. If true, the refresh token is sent as an httpOnly cookie and not in the body.'
const notLetIn: Code[] = ['UNAUTHORIZED', 'USER_BANNED', 'FORBIDDEN']
const byOrg: Code[] = [...notLetIn, 'ORG_NOT_FOUND']

const withCookie = (
  success: Success,
  description = 'The refresh token, if `useCookies` is true.'
): Success => ({
  ...success,
  headers: { 'Set-Cookie': description },
})

/** The doors of a portal in the API document (contract/09-end-users#92-getting-in). */
export const DOORS_API = {
  'end_users.public_portals.show': {
    ...PORTAL,
    summary: 'Find a portal',
    description:
      'Finds the portal by the id of the org, or by a hostname. The hostname must be a verified `hosting` domain of the org, or the host of its storefront.',
    query: publicPortalValidator,
    success: answers<PublicPortalsController['show']>()({ portal: PublicPortalShape }),
    refuses: ['ORG_NOT_FOUND', 'FORBIDDEN'],
  },
  'end_users.mailed_codes.store': {
    ...PORTAL,
    summary: 'Ask for a code by mail',
    description:
      'The answer is the same for every address. Only people who may sign in get the mail, at most once a minute. The mail contains a code of six digits and a link.',
    body: askForCodeValidator,
    fields: {
      returnUrl:
        "The page that the link opens. It must be under one of the portal's `returnUrls` or at a host of the org.",
    },
    success: answers<MailedCodesController['store']>(202)(startedChallenge),
    refuses: ['FORBIDDEN', 'ORG_NOT_FOUND'],
  },
  'end_users.mailed_codes.verify': {
    ...PORTAL,
    summary: 'Sign in with the code of a mail',
    body: verifyCodeValidator,
    fields: {
      useCookies,
      challengeToken: 'The token from the call that asked for the mail. It allows 5 attempts.',
    },
    success: withCookie(answersWith<MailedCodesController['verify']>()(EndUserSignedInShape)),
    refuses: notLetIn,
  },
  'end_users.mailed_codes.link': {
    ...PORTAL,
    summary: 'Sign in with the link of a mail',
    description: 'The token of a one-time link from the merchant works too.',
    body: verifyLinkValidator,
    fields: { useCookies, token: "The text after `#token=` in the page's address." },
    success: withCookie(answersWith<MailedCodesController['link']>()(EndUserSignedInShape)),
    refuses: notLetIn,
  },
  'end_users.portal_doors.password': {
    ...PORTAL,
    summary: 'Sign in with a password',
    body: endUserPasswordValidator,
    fields: { useCookies },
    success: withCookie(answersWith<PortalDoorsController['password']>()(EndUserSignedInShape)),
    refuses: byOrg,
  },
  'end_users.portal_doors.license_key': {
    ...PORTAL,
    summary: 'Sign in with a license key',
    description:
      'The token gives access to this license only: it can read the license and its devices, and download releases. `endUser` contains no personal data. It is null if the license has no owner.',
    body: licenseKeyValidator,
    fields: { useCookies },
    success: withCookie(answersWith<PortalDoorsController['licenseKey']>()(EndUserSignedInShape)),
    refuses: byOrg,
  },
  'end_users.portal_doors.invite': {
    ...PORTAL,
    summary: 'Accept an invite',
    description:
      'Proves the email address of the invite, gives its licenses to the end user, and signs the end user in.',
    body: acceptEndUserInviteValidator,
    fields: { useCookies, token: 'The token from the mail.' },
    success: withCookie(answersWith<PortalDoorsController['invite']>()(EndUserSignedInShape)),
    refuses: [...notLetIn, 'CONFLICT', 'GONE'],
  },
  'end_users.renewals.update': {
    ...PORTAL,
    summary: "Renew an end user's tokens",
    description:
      'A refresh token works once. A request with a used token ends the sign-in, because two parties have the token.',
    body: endUserRefreshValidator,
    fields: {
      useCookies,
      refreshToken:
        'Browsers omit this field, because the cookie contains the token. The answer then sets the cookie, whatever `useCookies` says.',
    },
    success: withCookie(answers<RenewalsController['update']>()({ tokens: EndUserTokensShape })),
    refuses: [...notLetIn, 'CSRF_BLOCKED'],
  },
  'end_users.renewals.destroy': {
    ...PORTAL,
    summary: 'Sign an end user out',
    body: endUserRefreshValidator,
    fields: {
      refreshToken: 'Browsers omit this field, because the cookie contains the token.',
      useCookies: 'Has no effect.',
    },
    success: withCookie(answers<RenewalsController['destroy']>()({ revoked: flag() }), 'Deletes the cookie.'),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN', 'CSRF_BLOCKED'],
  },
} satisfies Entries
