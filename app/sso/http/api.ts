import { withCookies } from '#accounts/http/shared_api'
import { ChallengeShape, SignedInShape } from '#accounts/http/user_shape'
import { narrowed } from '#http/api/narrowed'
import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { ssoExchangeValidator, ssoTestValidator, ssoValidator, startValidator } from './sso_input.js'
import { SSO_TYPES } from '#sso/rules/connection'
import type SsoConnectionsController from './sso_connections_controller.js'
import { SsoConnectionShape, SsoLoginShape } from './sso_shape.js'
import type SsoSignInsController from './sso_sign_ins_controller.js'

const { either, list, nextCursor, text, uuid } = shape

const SSO = { tag: 'SSO' }
const BACK = 'With `code`, or with `error` (UNAUTHORIZED, FORBIDDEN, CONFIG_ERROR) and `requestId`.'

/** JSON schema: the body has the object that is named after its type. */
const PROVIDER_RULE = {
  oneOf: SSO_TYPES.map((type) => ({ properties: { type: { const: type } }, required: [type] })),
}

/** Sign-in through the identity provider of an org, in the API document (contract/13-sso). */
export const SSO_API = {
  'sso_connections.show': {
    ...SSO,
    summary: 'Get the SSO connection',
    success: answers<SsoConnectionsController['show']>()({ connection: SsoConnectionShape }),
    refuses: ['NOT_FOUND'],
  },
  'sso_connections.update': {
    ...SSO,
    summary: 'Set up SSO',
    description:
      'Replaces all settings; certificates and the client secret stay where they are left out. SSO is enforced for members whose address lies in an email domain of the org.',
    body: narrowed(ssoValidator, PROVIDER_RULE),
    fields: {
      jit: 'Makes people members at their first sign-in.',
      syncRoles: 'Roles follow groups at each sign-in; OWNERs are left alone.',
      sessionHours: 'How long one sign-in lasts; 12 hours if left out.',
    },
    success: answers<SsoConnectionsController['update']>()({ connection: SsoConnectionShape }),
    refuses: ['SSO_CERT_REQUIRED', 'CONFLICT'],
    example: {
      type: 'saml',
      saml: { metadataUrl: 'https://idp.example.com/metadata' },
      groupRoles: { admins: 'ADMIN' },
    },
  },
  'sso_connections.destroy': {
    ...SSO,
    summary: 'Delete the SSO connection',
    description: 'Ends its sessions.',
    success: answers<SsoConnectionsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
  'sso_connections.test': {
    ...SSO,
    summary: 'Try the SSO connection',
    description:
      'Send the browser to `redirectUrl`: nobody is signed in, and `lastTest` says what came of it.',
    body: ssoTestValidator,
    success: answers<SsoConnectionsController['test']>()({ redirectUrl: text() }),
    refuses: ['NOT_FOUND', 'CONFIG_ERROR'],
  },
  'sso_connections.logins': {
    ...SSO,
    summary: 'List sign-ins through SSO',
    description: 'Newest first, refused ones with their reason; they are kept for 90 days.',
    query: limitValidator,
    success: answers<SsoConnectionsController['logins']>()({
      logins: list(SsoLoginShape),
      nextCursor: nextCursor(),
    }),
  },
  'sso_sign_ins.store': {
    ...SSO,
    summary: 'Begin a sign-in through SSO',
    description:
      'Send the browser to `redirectUrl`. It comes back to `redirectUri` with a `code` that is good for a minute.',
    body: startValidator,
    fields: {
      email: 'Its domain decides; or send `orgId`.',
      redirectUri: 'Under APP_URL, or an origin of ALLOWED_ORIGINS.',
    },
    success: answers<SsoSignInsController['store']>()({ redirectUrl: text() }),
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED', 'CONFIG_ERROR'],
  },
  'sso_sign_ins.exchange': {
    ...SSO,
    summary: 'End a sign-in through SSO',
    description:
      'Trades the code in. The session opens the org of the connection alone. With the second factor on, the answer is a challenge.',
    body: ssoExchangeValidator,
    success: withCookies(
      answersWith<SsoSignInsController['exchange']>()(either(SignedInShape, ChallengeShape))
    ),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN'],
  },
  'sso_sign_ins.callback': {
    ...SSO,
    summary: 'Take the answer of a provider of OpenID Connect',
    description: 'The provider sends the browser here with `code` and `state`.',
    success: { status: 303, body: null, description: BACK },
    refuses: ['NOT_FOUND'],
  },
  'sso_sign_ins.shared_callback': {
    ...SSO,
    summary: 'Take the answer of a provider of OpenID Connect that says who it is',
    description:
      'The provider sends the browser here with `code`, `state` and `iss`, if it has said that it will (RFC 9207); `acsUrl` of the connection tells which of the two addresses counts.',
    success: { status: 303, body: null, description: BACK },
  },
  'sso_sign_ins.acs': {
    ...SSO,
    summary: 'Take the answer of a provider of SAML',
    description: 'The browser brings it as a form with `SAMLResponse`, of 256 KiB at most.',
    success: { status: 303, body: null, description: BACK },
    refuses: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  'sso_sign_ins.metadata': {
    ...SSO,
    summary: 'Read our SAML metadata',
    success: { status: 200, body: text(), type: 'application/samlmetadata+xml' },
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
