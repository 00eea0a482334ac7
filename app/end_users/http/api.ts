import type { Entries } from '#http/api/route_entry'
import { answers } from '#http/api/shapes'
import { DOORS_API } from './doors_api.js'
import { ERASURES_API } from './erasures_api.js'
import { EXCHANGE_API } from './exchange_api.js'
import { INVITES_API } from './invites_api.js'
import { OWN_LICENSES_API } from './licenses_api.js'
import type OwnProfileController from './own_profile_controller.js'
import { OWN_ACCOUNT_API } from './own_account_api.js'
import { END_USER_EXPORTS_API } from './exports_api.js'
import { PEOPLE_API } from './people_api.js'
import { portalValidator } from './portal_input.js'
import { PortalShape } from './portal_shape.js'
import type PortalsController from './portals_controller.js'
import { ProfileShape } from './profile_shape.js'

const PORTAL = { tag: 'Portal' }

/** The routes of end users in the API document. */
export const END_USERS_API = {
  ...DOORS_API,
  ...ERASURES_API,
  ...EXCHANGE_API,
  ...INVITES_API,
  ...OWN_LICENSES_API,
  'portals.show': {
    ...PORTAL,
    summary: 'Read the settings of the portal',
    success: answers<PortalsController['show']>()({ portal: PortalShape }),
  },
  'portals.update': {
    ...PORTAL,
    summary: 'Set up the portal',
    description: 'Omitted fields stay unchanged. A `branding` that is sent replaces the stored one.',
    body: portalValidator,
    success: answers<PortalsController['update']>()({ portal: PortalShape }),
    example: { enabled: true, registration: 'open', branding: { name: 'Acme' } },
  },
  'end_users.own_profile.show': {
    ...PORTAL,
    summary: 'Read your profile',
    success: answers<OwnProfileController['show']>()({ endUser: ProfileShape }),
  },
  ...OWN_ACCOUNT_API,
  ...PEOPLE_API,
  ...END_USER_EXPORTS_API,
} satisfies Entries
