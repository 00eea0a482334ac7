import Type, { type Static } from 'typebox'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { CHANNELS } from '#catalog/rules/release_channels'
import { FeaturesShape } from '#catalog/http/features_shape'
import { PolicyShape, SetPolicyShape } from '#catalog/http/policy_shape'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toFullLicense, toLicense, toListedLicense } from './license_transformer.js'

const { choice, flag, list, moment, named, nullable, number, object, optional, text, uuid, whole } = shape

const listed = {
  id: uuid(),
  key: text('The key that the customer holds.'),
  productId: uuid(),
  tier: nullable(text('The code of its tier.')),
  status: choice(LICENSE_STATUSES),
  expiresAt: nullable(moment('The fixed limit.')),
  expiresAfterDays: nullable(whole('The relative limit, in days after activation.')),
  activatedAt: nullable(moment('When a program used it first.')),
  createdAt: moment(),
  endUserId: optional(nullable(uuid('Whose it is; only for API keys with `end_user:read`.'))),
  endUserUsername: optional(nullable(text())),
  endUserEmail: optional(nullable(text())),
}

/** The data that a merchant stores with a license. */
export const MetadataShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'Metadata',
  type: 'object',
  additionalProperties: true,
  description: 'Any JSON object of up to 16 KiB, at most 8 levels deep.',
})

/** A license in lists and after its creation (interface#21-license). */
export const LicenseShape = named('License', listed, 'A license as lists show it.')
same<ReturnType<typeof toLicense>, Static<typeof LicenseShape>>(true)

/** A license of a list; `include` adds fields. */
export const ListedLicenseShape = named(
  'ListedLicense',
  {
    ...listed,
    expirationMode: optional(choice(EXPIRATION_MODES, 'With `include=clock`, as the next two.')),
    frozen: optional(flag()),
    effectiveExpiresAt: optional(nullable(moment('When it ends, everything counted; null is never.'))),
  },
  'A license of a list, with what `include` asked for.'
)
same<ReturnType<typeof toListedLicense>, Static<typeof ListedLicenseShape>>(true)

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
    tierId: nullable(uuid()),
    features: FeaturesShape,
    ownFeatures: nullable(FeaturesShape),
    revision: whole('Counts the changes; give it as `If-Match` to change what you have read.'),
    metadata: MetadataShape,
    updatesUntil: nullable(
      moment('Releases that are published later are not for it; null leaves it to the tier.')
    ),
    maxVersion: nullable(text('The SemVer range of the releases that it may have.')),
    channels: nullable(list(choice(CHANNELS), 'Null leaves them to the tier.')),
    effectiveExpiresAt: nullable(moment('When it ends, everything counted; null is never.')),
    bindings: object({
      hwids: list(object({ value: text(), ...seen })),
      ips: list(object({ value: text(), region: nullable(text()), ...seen })),
    }),
    sessions: list(
      object({
        id: text('The name that its program gave it, else a UUID.'),
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
