import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { GIVEN_ROLES, SSO_TYPES } from '#sso/rules/connection'
import { OUTCOMES } from '#sso/store/logins'
import type { toConnection, toSsoLogin } from './sso_transformer.js'

const { anyObject, choice, flag, list, moment, named, nullable, object, optional, text, uuid, whole } = shape

/** The connection of an org to its identity provider. */
export const SsoConnectionShape = named(
  'SsoConnection',
  {
    id: uuid(),
    type: choice(SSO_TYPES),
    saml: nullable(object({ entityId: text(), ssoUrl: text(), metadataUrl: nullable(text()) })),
    oidc: nullable(object({ issuer: text(), clientId: text() })),
    attributeMapping: object({
      email: optional(text()),
      firstName: optional(text()),
      lastName: optional(text()),
      groups: optional(text()),
    }),
    defaultRole: choice(GIVEN_ROLES),
    groupRoles: anyObject(),
    jit: flag(),
    syncRoles: flag(),
    sessionHours: whole(),
    enforced: flag(),
    enabled: flag(),
    entityId: text('The identifier of this service at the provider.'),
    acsUrl: text('The address to which the provider sends its responses.'),
    metadataUrl: text('The address of the SAML metadata of this service.'),
    certificates: list(object({ fingerprint: text('SHA-256.'), notAfter: moment() })),
    lastTest: nullable(object({ at: moment(), ok: flag(), reason: nullable(text()) })),
    warnings: list(text()),
    createdAt: moment(),
    updatedAt: moment(),
  },
  'How the members of an org sign in through its identity provider.'
)
same<ReturnType<typeof toConnection>, Static<typeof SsoConnectionShape>>(true)

/** An entry of the sign-in log. */
export const SsoLoginShape = named(
  'SsoLogin',
  {
    id: uuid(),
    outcome: choice(OUTCOMES),
    reason: nullable(text()),
    email: nullable(text()),
    userId: nullable(uuid()),
    ip: nullable(text()),
    requestId: nullable(text()),
    createdAt: moment(),
  },
  'The result of a sign-in through SSO.'
)
same<ReturnType<typeof toSsoLogin>, Static<typeof SsoLoginShape>>(true)
