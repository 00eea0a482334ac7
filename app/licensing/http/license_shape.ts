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
  key: text('The license key.'),
  productId: uuid(),
  tier: nullable(text('The code of the tier.')),
  status: choice(LICENSE_STATUSES),
  expiresAt: nullable(moment('The fixed limit.')),
  expiresAfterDays: nullable(whole('The relative limit, in days after activation.')),
  activatedAt: nullable(moment('When a program first used the license.')),
  createdAt: moment(),
  endUserId: optional(
    nullable(
      uuid('The owner. Present for API keys with the permission `end_user:read`, and with `include=endUser`.')
    )
  ),
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
export const LicenseShape = named('License', listed, 'A license, as shown in lists.')
same<ReturnType<typeof toLicense>, Static<typeof LicenseShape>>(true)

/** A license of a list; `include` adds fields. */
export const ListedLicenseShape = named(
  'ListedLicense',
  {
    ...listed,
    expirationMode: optional(
      choice(EXPIRATION_MODES, 'Only with `include=clock`, as are `frozen` and `effectiveExpiresAt`.')
    ),
    frozen: optional(flag()),
    effectiveExpiresAt: optional(
      nullable(
        moment('When the license expires: the earlier limit, pauses included. Null if no limit applies.')
      )
    ),
  },
  'A license in a list, with the fields that `include` adds.'
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
    frozenDaysRemaining: nullable(
      number('The days that remain after the license is unfrozen, with decimals.')
    ),
    maxHwidResets: whole(
      'The maximum number of HWID resets by the end user, from the license, its override or the policy.'
    ),
    hwidResetCount: whole(),
    ipResetCount: whole(),
    policyOverride: nullable(SetPolicyShape),
    effectivePolicy: PolicyShape,
    tierId: nullable(uuid()),
    features: FeaturesShape,
    ownFeatures: nullable(FeaturesShape),
    revision: whole(
      'The version of the record. Send it as `If-Match` to change only the version that you have read.'
    ),
    metadata: MetadataShape,
    updatesUntil: nullable(
      moment('The license may not have releases that are published later; null means the value of the tier.')
    ),
    maxVersion: nullable(text('The SemVer range of the releases that the license may have; null for all.')),
    channels: nullable(list(choice(CHANNELS), 'Null means the channels of the tier.')),
    effectiveExpiresAt: nullable(
      moment('When the license expires: the earlier limit, pauses included. Null if no limit applies.')
    ),
    bindings: object({
      hwids: list(object({ value: text(), ...seen })),
      ips: list(object({ value: text(), region: nullable(text()), ...seen })),
    }),
    sessions: list(
      object({
        id: text('The id that the program sent, or a UUID.'),
        hwid: nullable(text()),
        ip: nullable(text()),
        startedAt: moment(),
        lastSeenAt: moment(),
        expiresAt: moment(),
      }),
      'The sessions that are active now.'
    ),
  },
  'A license with its policy, bindings and sessions.'
)
same<ReturnType<typeof toFullLicense>, Static<typeof FullLicenseShape>>(true)
