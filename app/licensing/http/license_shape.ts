import Type, { type Static } from 'typebox'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { PolicyShape, SetPolicyShape } from '#catalog/http/policy_shape'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toFullLicense, toLicense } from './license_transformer.js'

const { choice, flag, list, moment, named, nullable, number, object, optional, text, uuid, whole } = shape

const listed = {
  id: uuid(),
  key: text('The key that the customer holds.'),
  productId: uuid(),
  status: choice(LICENSE_STATUSES),
  expiresAt: nullable(moment('The fixed limit.')),
  expiresAfterDays: nullable(whole('The relative limit, in days after activation.')),
  activatedAt: nullable(moment('When a program used it first.')),
  createdAt: moment(),
  endUserId: optional(nullable(uuid('Whose it is; only for API keys with `end_user:read`.'))),
  endUserUsername: optional(nullable(text())),
  endUserEmail: optional(nullable(text())),
}

/** What a merchant keeps with a license. */
export const MetadataShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'Metadata',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
})

/** A license in lists and after its creation (interface#21-license). */
export const LicenseShape = named('License', listed, 'A license as lists show it.')
same<ReturnType<typeof toLicense>, Static<typeof LicenseShape>>(true)

const seen = { firstSeenAt: moment(), lastSeenAt: moment() }

/** A single license (contract#full-read). */
export const FullLicenseShape = named(
  'FullLicense',
  {
    ...listed,
    expirationMode: choice(EXPIRATION_MODES),
    frozen: flag(),
    frozenAt: nullable(moment()),
    frozenDaysRemaining: nullable(number('Days that are left once it is unfrozen, with fractions.')),
    maxHwidResets: whole('The allowance of the end user, from license, override or policy.'),
    hwidResetCount: whole(),
    ipResetCount: whole(),
    policyOverride: nullable(SetPolicyShape),
    effectivePolicy: PolicyShape,
    metadata: MetadataShape,
    effectiveExpiresAt: nullable(moment('When it ends, everything counted; null is never.')),
    bindings: object({
      hwids: list(object({ value: text(), ...seen })),
      ips: list(object({ value: text(), region: nullable(text()), ...seen })),
    }),
    sessions: list(
      object({
        id: uuid(),
        hwid: nullable(text()),
        ip: nullable(text()),
        startedAt: moment(),
        lastSeenAt: moment(),
        expiresAt: moment(),
      }),
      'The sessions that live now.'
    ),
  },
  'A license with its policy, bindings and sessions.'
)
same<ReturnType<typeof toFullLicense>, Static<typeof FullLicenseShape>>(true)
