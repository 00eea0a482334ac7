import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asEndUser, asMember } from '#start/stacks'

const { EndUserExports, OwnProfile, Portals } = controllers.endUsers
const PORTAL = '/v1/dashboard/orgs/:orgId/portal'

/** The settings of a portal (contract/09-end-users#91-settings). */
router.get(PORTAL, [Portals, 'show']).use(asMember(middleware.org({ role: 'VIEWER' })))
router.patch(PORTAL, [Portals, 'update']).use(asMember(middleware.org({ role: 'ADMIN' })))

/** The signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
router
  .group(() => {
    router.get('/', [OwnProfile, 'show']).use(asEndUser())
    router.get('/export', [EndUserExports, 'own']).use(asEndUser())
  })
  .prefix('/v1/enduser/me')
  .as('end_users')
