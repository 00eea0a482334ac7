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
const useCookies = 'For pages of this origin: the refresh token comes as an httpOnly cookie, not in the body.'
const notLetIn: Code[] = ['UNAUTHORIZED', 'USER_BANNED', 'FORBIDDEN']
const byOrg: Code[] = [...notLetIn, 'ORG_NOT_FOUND']

const withCookie = (success: Success, description = 'The refresh token, with `useCookies`.'): Success => ({
  ...success,
  headers: { 'Set-Cookie': description },
})

/** The doors of a portal in the API document (contract/09-end-users#92-getting-in). */
export const DOORS_API = {
  'end_users.public_portals.show': {
    ...PORTAL,
    summary: 'Find a portal',
    description: 'By org, or by a hostname that the org has proved for its pages or that its storefront has.',
    query: publicPortalValidator,
    success: answers<PublicPortalsController['show']>()({ portal: PublicPortalShape }),
    refuses: ['ORG_NOT_FOUND', 'FORBIDDEN'],
  },
  'end_users.mailed_codes.store': {
    ...PORTAL,
    summary: 'Ask for a code by mail',
    description:
      'The answer is the same for every address. The mail, at most one in a minute, goes only to people who may sign in; it has a code of six digits and a link.',
    body: askForCodeValidator,
    fields: {
      returnUrl: "The page of the link, under one of the portal's `returnUrls` or at a host of the org.",
    },
    success: answers<MailedCodesController['store']>(202)(startedChallenge),
    refuses: ['FORBIDDEN', 'ORG_NOT_FOUND'],
  },
  'end_users.mailed_codes.verify': {
    ...PORTAL,
    summary: 'Sign in with the code of a mail',
    body: verifyCodeValidator,
    fields: { useCookies, challengeToken: 'That of the call that asked for the mail; it takes 5 tries.' },
    success: withCookie(answersWith<MailedCodesController['verify']>()(EndUserSignedInShape)),
    refuses: notLetIn,
  },
  'end_users.mailed_codes.link': {
    ...PORTAL,
    summary: 'Sign in with the link of a mail',
    description: 'Also with a one-time link of the merchant.',
    body: verifyLinkValidator,
    fields: { useCookies, token: "What follows `#token=` in the page's address." },
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
      'The token opens this one license, to read it and its devices and to download. `endUser` has nothing personal, and is null if nobody owns the license.',
    body: licenseKeyValidator,
    fields: { useCookies },
    success: withCookie(answersWith<PortalDoorsController['licenseKey']>()(EndUserSignedInShape)),
    refuses: byOrg,
  },
  'end_users.portal_doors.invite': {
    ...PORTAL,
    summary: 'Accept an invite',
    description: 'Proves the address of the invite, takes its licenses and signs in.',
    body: acceptEndUserInviteValidator,
    fields: { useCookies, token: 'The token of the mail.' },
    success: withCookie(answersWith<PortalDoorsController['invite']>()(EndUserSignedInShape)),
    refuses: [...notLetIn, 'CONFLICT', 'GONE'],
  },
  'end_users.renewals.update': {
    ...PORTAL,
    summary: "Renew an end user's tokens",
    description:
      'A refresh token is good once. Whoever sends a used one ends the sign-in, because two parties hold it.',
    body: endUserRefreshValidator,
    fields: { useCookies, refreshToken: 'Browsers leave it out: the cookie has it.' },
    success: withCookie(answers<RenewalsController['update']>()({ tokens: EndUserTokensShape })),
    refuses: [...notLetIn, 'CSRF_BLOCKED'],
  },
  'end_users.renewals.destroy': {
    ...PORTAL,
    summary: 'Sign an end user out',
    body: endUserRefreshValidator,
    fields: { refreshToken: 'Browsers leave it out: the cookie has it.', useCookies: 'Has no effect.' },
    success: withCookie(answers<RenewalsController['destroy']>()({ revoked: flag() }), 'Ends the cookie.'),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN', 'CSRF_BLOCKED'],
  },
} satisfies Entries
