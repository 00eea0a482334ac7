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
const BACK = 'Redirects with `code`, or with `error` (UNAUTHORIZED, FORBIDDEN, CONFIG_ERROR) and `requestId`.'

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
      'Replaces all settings. If you omit the certificates or the client secret, the stored ones are kept. SSO is enforced for members whose email address belongs to an email domain of the org.',
    body: narrowed(ssoValidator, PROVIDER_RULE),
    fields: {
      jit: 'Adds a person as a member at the first sign-in.',
      syncRoles: 'Updates the role from the groups at each sign-in. The role of an OWNER does not change.',
      sessionHours: 'The lifetime of a session in hours. Default: 12.',
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
    description: 'Also ends all sessions that were opened through the connection.',
    success: answers<SsoConnectionsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND'],
  },
  'sso_connections.test': {
    ...SSO,
    summary: 'Test the SSO connection',
    description:
      'Send the browser to `redirectUrl`. The test signs no user in. `lastTest` then shows the result.',
    body: ssoTestValidator,
    success: answers<SsoConnectionsController['test']>()({ redirectUrl: text() }),
    refuses: ['NOT_FOUND', 'CONFLICT', 'CONFIG_ERROR'],
  },
  'sso_connections.logins': {
    ...SSO,
    summary: 'List sign-ins through SSO',
    description: 'Newest first. A refused sign-in has a reason. Entries are kept for 90 days.',
    query: limitValidator,
    success: answers<SsoConnectionsController['logins']>()({
      logins: list(SsoLoginShape),
      nextCursor: nextCursor(),
    }),
  },
  'sso_sign_ins.store': {
    ...SSO,
    summary: 'Start a sign-in through SSO',
    description:
      'Send the browser to `redirectUrl`. The browser returns to `redirectUri` with a `code` that is valid for one minute.',
    body: startValidator,
    fields: {
      email: 'The domain of this address selects the org. Alternatively, send `orgId`.',
      redirectUri: 'An address under APP_URL, or at an origin in ALLOWED_ORIGINS.',
    },
    success: answers<SsoSignInsController['store']>()({ redirectUrl: text() }),
    refuses: ['ORG_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED', 'CONFIG_ERROR'],
  },
  'sso_sign_ins.exchange': {
    ...SSO,
    summary: 'Complete a sign-in through SSO',
    description:
      'Exchanges the code for a session. The session gives access only to the org of the connection. If the user has a second factor, the response is a challenge.',
    body: ssoExchangeValidator,
    success: withCookies(
      answersWith<SsoSignInsController['exchange']>()(either(SignedInShape, ChallengeShape))
    ),
    refuses: ['UNAUTHORIZED', 'FORBIDDEN'],
  },
  'sso_sign_ins.callback': {
    ...SSO,
    summary: 'Receive the response of an OpenID Connect provider',
    description: 'The provider sends the browser here with `code` and `state`.',
    success: { status: 303, body: null, description: BACK },
    refuses: ['NOT_FOUND'],
  },
  'sso_sign_ins.shared_callback': {
    ...SSO,
    summary: 'Receive the response of an OpenID Connect provider that sends `iss`',
    description:
      'The provider sends the browser here with `code`, `state` and `iss` if its metadata announces `iss` (RFC 9207). The `acsUrl` of the connection shows which of the two callback addresses applies.',
    success: { status: 303, body: null, description: BACK },
  },
  'sso_sign_ins.acs': {
    ...SSO,
    summary: 'Receive the response of a SAML provider',
    description: 'The browser posts a form with `SAMLResponse`, at most 256 KiB.',
    success: { status: 303, body: null, description: BACK },
    refuses: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  'sso_sign_ins.metadata': {
    ...SSO,
    summary: 'Get the SAML metadata of this service',
    success: { status: 200, body: text(), type: 'application/samlmetadata+xml' },
    refuses: ['NOT_FOUND'],
  },
} satisfies Entries
