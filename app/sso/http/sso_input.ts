import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { codeChallenge, codeVerifier, uuid } from '#http/fields'
import { strict } from '#http/strict'
import { GIVEN_ROLES, SSO_TYPES } from '#sso/rules/connection'

const text = (most: number) => vine.string().trim().minLength(1).maxLength(most)
const webAddress = () =>
  vine
    .string()
    .trim()
    .url({ protocols: ['https', 'http'], require_protocol: true, require_tld: false })
    .maxLength(2000)
    .use(documented({ pattern: '^https?://' }))
const switched = () => vine.boolean({ strict: true }).optional()
const role = () => vine.enum(GIVEN_ROLES)

/** The body that sets up an SSO connection (contract/13-sso#131-setup-owner). */
export const ssoValidator = strict({
  type: vine.enum(SSO_TYPES),
  saml: vine
    .object({
      entityId: text(1024).optional(),
      ssoUrl: webAddress().optional(),
      certificates: vine.array(vine.string().maxLength(16_384)).maxLength(5).optional(),
      metadataXml: vine.string().maxLength(60_000).optional(),
      metadataUrl: webAddress().optional(),
    })
    .optional(),
  oidc: vine
    .object({
      issuer: webAddress(),
      clientId: text(300),
      clientSecret: vine.string().minLength(1).maxLength(1000).optional(),
    })
    .optional(),
  attributeMapping: vine
    .object({
      email: text(300).optional(),
      firstName: text(300).optional(),
      lastName: text(300).optional(),
      groups: text(300).optional(),
    })
    .optional(),
  defaultRole: role().optional(),
  groupRoles: vine.record(role()).maxLength(100).optional(),
  jit: switched(),
  syncRoles: switched(),
  enforced: switched(),
  sessionHours: vine.number({ strict: true }).withoutDecimals().range([1, 720]).optional(),
})

const address = () => vine.string().minLength(1).maxLength(2000)

/** The body that starts a sign-in. Like all sign-in routes, it ignores unknown fields. */
export const startValidator = vine.create({
  email: vine.string().trim().maxLength(254).optional(),
  orgId: uuid().optional(),
  redirectUri: address(),
  codeChallenge: codeChallenge(),
})

/** The body that starts a test. */
export const ssoTestValidator = strict({ redirectUri: address() })

/** The body that exchanges a code. Like all sign-in routes, it ignores unknown fields. */
export const ssoExchangeValidator = vine.create({
  code: vine.string().minLength(1).maxLength(200),
  codeVerifier: codeVerifier(),
  useCookies: switched(),
})
