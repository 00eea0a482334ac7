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
    used: whole('Resets by end users that count now.'),
    limit: whole(),
    remaining: whole(),
    windowDays: nullable(whole('Days in which they count together; null is the life of the license.')),
    nextAt: nullable(moment('When the next one is free; null while one is left, and if none comes back.')),
  },
  'Resets that an end user has.'
)

/** A license as its end user sees it (contract/09-end-users#95-licenses-eu). */
export const OwnLicenseShape = named(
  'OwnLicense',
  {
    id: uuid(),
    key: text('Its last 5 characters alone, if the portal does not show keys.'),
    product: object({ id: uuid(), name: text() }),
    tier: nullable(text('The code of its tier.')),
    status: choice(LICENSE_STATUSES),
    frozen: flag('Its clock stands still; it works all the same.'),
    expirationMode: choice(EXPIRATION_MODES),
    effectiveExpiresAt: nullable(moment('When it ends, everything counted; null is never.')),
    activatedAt: nullable(moment('When a program used it first.')),
    createdAt: moment(),
    features: FeaturesShape,
    metadata: nullable(anyObject('The object `public` of the metadata; nothing else of it is shown.')),
    devices: object({
      mode: choice(HWID_MODES),
      used: whole('Devices that it is bound to.'),
      limit: nullable(whole('null is any number.')),
    }),
    sessions: object({ used: whole(), limit: nullable(whole('null is any number.')) }),
    resets: object({ hwid: BudgetShape, ip: BudgetShape }),
    actions: list(choice(LICENSE_ACTIONS), 'What the caller may do with it now.'),
  },
  'A license as its end user sees it.'
)
same<ReturnType<typeof toOwnLicense>, Static<typeof OwnLicenseShape>>(true)
