import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asKey, asMember } from '#start/stacks'

const { EndUserBans, EndUserInvites, EndUsers, PortalLinks } = controllers.endUsers
const VIEWER = asMember(middleware.org({ role: 'VIEWER' }))
const MEMBER = asMember(middleware.org({ role: 'MEMBER' }))

/** The merchant's side of end users (contract/09-end-users#96-the-merchants-side). */
router
  .group(() => {
    router.get('/', [EndUsers, 'index']).use(VIEWER).use(middleware.fairScans())
    router.post('/', [EndUsers, 'store']).use(MEMBER)
    router.get('/invites', [EndUserInvites, 'index']).use(VIEWER)
    router.post('/invites', [EndUserInvites, 'store']).use(MEMBER)
    router.delete('/invites/:inviteId', [EndUserInvites, 'destroy']).use(MEMBER)
    router.get('/:endUserId', [EndUsers, 'show']).use(VIEWER)
    router.patch('/:endUserId', [EndUsers, 'update']).use(MEMBER)
    router.post('/:endUserId/ban', [EndUserBans, 'ban']).use(MEMBER)
    router.post('/:endUserId/unban', [EndUserBans, 'unban']).use(MEMBER)
    router.post('/:endUserId/sign-out', [EndUserBans, 'signOut']).use(MEMBER)
    router.post('/:endUserId/portal-link', [PortalLinks, 'store']).use(MEMBER)
  })
  .prefix('/v1/dashboard/orgs/:orgId/end-users')

/** The same routes for API keys, over the whole org of the key's product. */
router
  .group(() => {
    router.get('/', [EndUsers, 'index']).use(asKey('end_user:read')).use(middleware.fairScans())
    router.post('/', [EndUsers, 'store']).use(asKey('end_user:write'))
    router.get('/invites', [EndUserInvites, 'index']).use(asKey('end_user:read'))
    router.post('/invites', [EndUserInvites, 'store']).use(asKey('end_user:write'))
    router.delete('/invites/:inviteId', [EndUserInvites, 'destroy']).use(asKey('end_user:write'))
    router.get('/:endUserId', [EndUsers, 'show']).use(asKey('end_user:read'))
    router.patch('/:endUserId', [EndUsers, 'update']).use(asKey('end_user:write'))
    router.post('/:endUserId/ban', [EndUserBans, 'ban']).use(asKey('end_user:write'))
    router.post('/:endUserId/unban', [EndUserBans, 'unban']).use(asKey('end_user:write'))
    router.post('/:endUserId/sign-out', [EndUserBans, 'signOut']).use(asKey('end_user:write'))
    router.post('/:endUserId/portal-link', [PortalLinks, 'store']).use(asKey('end_user:write'))
  })
  .prefix('/v1/end-users')
  .as('keyed')
