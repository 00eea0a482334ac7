import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { EndUserShape } from './end_user_shape.js'
import { OWN_LICENSES_API } from './licenses_api.js'
import type OwnProfileController from './own_profile_controller.js'
import { portalValidator } from './portal_input.js'
import { PortalShape } from './portal_shape.js'
import type PortalsController from './portals_controller.js'
import { ProfileShape } from './profile_shape.js'
import type EndUsersController from './end_users_controller.js'

const { list, nextCursor } = shape

const page = {
  tag: 'End users',
  description: 'Newest first.',
  query: limitValidator,
  success: answers<EndUsersController['org']>()({
    endUsers: list(EndUserShape),
    nextCursor: nextCursor(),
  }),
}

const PORTAL = { tag: 'Portal' }

/** End users in the API document. */
export const END_USERS_API = {
  ...OWN_LICENSES_API,
  'portals.show': {
    ...PORTAL,
    summary: 'Read the settings of the portal',
    success: answers<PortalsController['show']>()({ portal: PortalShape }),
  },
  'portals.update': {
    ...PORTAL,
    summary: 'Set up the portal',
    description: 'Fields that are left out stay as they are.',
    body: portalValidator,
    success: answers<PortalsController['update']>()({ portal: PortalShape }),
    example: { enabled: true, registration: 'open', branding: { name: 'Acme' } },
  },
  'end_users.own_profile.show': {
    ...PORTAL,
    summary: 'Read your profile',
    success: answers<OwnProfileController['show']>()({ endUser: ProfileShape }),
  },
  'keyed.end_users.product': { ...page, summary: 'List the end users of a product' },
  'keyed.end_users.org': { ...page, summary: "List the end users of the org of the key's product" },
} satisfies Entries
