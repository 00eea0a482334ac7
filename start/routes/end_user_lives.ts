import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { EndUserErasures, EndUserExports, EndUserMerges } = controllers.endUsers
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))

/** Actions on end users that need the role ADMIN (contract/09-end-users#96-the-merchants-side). */
router
  .group(() => {
    router.get('/:endUserId/export', [EndUserExports, 'show']).use(ADMIN)
    router.post('/:endUserId/merge', [EndUserMerges, 'store']).use(ADMIN)
    router.delete('/:endUserId', [EndUserErasures, 'destroy']).use(ADMIN)
  })
  .prefix('/v1/dashboard/orgs/:orgId/end-users')
