import type { Static } from 'typebox'
import { FeaturesShape } from '#catalog/http/features_shape'
import { HWID_MODES } from '#catalog/rules/policy'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { LICENSE_ACTIONS } from '#end_users/rules/license_actions'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toOwnLicense } from './own_license_transformer.js'

const { anyObject, choice, flag, list, moment, named, nullable, object, text, uuid, whole } = shape

const BudgetShape = named(
  'ResetBudget',
  {
    used: whole('The number of resets by end users that count now.'),
    limit: whole(),
    remaining: whole(),
    windowDays: nullable(
      whole(
        'The length in days of the window in which resets are counted; null means the life of the license.'
      )
    ),
    nextAt: nullable(
      moment(
        'When the next reset is available. Null while a reset remains, or if no reset becomes available again.'
      )
    ),
  },
  'The budget of resets of an end user.'
)

/** A license as its end user sees it (contract/09-end-users#95-licenses-eu). */
export const OwnLicenseShape = named(
  'OwnLicense',
  {
    id: uuid(),
    key: text('The license key. If the portal does not show keys, only its last 5 characters.'),
    product: object({ id: uuid(), name: text() }),
    tier: nullable(text('The code of the tier.')),
    status: choice(LICENSE_STATUSES),
    frozen: flag('Whether the license is frozen. Its expiry clock is paused, and it still works.'),
    expirationMode: choice(EXPIRATION_MODES),
    effectiveExpiresAt: nullable(
      moment('When the license expires: the earlier limit, pauses included. Null if no limit applies.')
    ),
    activatedAt: nullable(moment('When a program first used the license.')),
    createdAt: moment(),
    features: FeaturesShape,
    metadata: nullable(
      anyObject('The object `public` of the metadata. The rest of the metadata is not shown.')
    ),
    devices: object({
      mode: choice(HWID_MODES),
      used: whole('The number of devices that the license is bound to.'),
      limit: nullable(whole('null means any number.')),
    }),
    sessions: object({ used: whole(), limit: nullable(whole('null means any number.')) }),
    resets: object({ hwid: BudgetShape, ip: BudgetShape }),
    actions: list(choice(LICENSE_ACTIONS), 'The actions that the caller may do with the license now.'),
  },
  'A license, as shown to its end user.'
)
same<ReturnType<typeof toOwnLicense>, Static<typeof OwnLicenseShape>>(true)
