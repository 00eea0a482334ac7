import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

const { ActiveOrgs, AuditLogs, Invites, Members, Orgs } = controllers.dashboard
const VIEWER = middleware.org({ role: 'VIEWER' })
const ADMIN = middleware.org({ role: 'ADMIN' })
const ADMIN_OR_SELF = middleware.org({ role: 'ADMIN', ownUser: true })
const OWNER = middleware.org({ role: 'OWNER' })

/** Orgs and their teams (contract 2, Orgs). */
router
  .group(() => {
    router.get('/orgs', [Orgs, 'index'])
    router.post('/orgs', [Orgs, 'store'])
    router.patch('/orgs/:orgId', [Orgs, 'update']).use(OWNER)
    router.delete('/orgs/:orgId', [Orgs, 'destroy']).use(OWNER)
    router.get('/orgs/:orgId/members', [Members, 'index']).use(VIEWER)
    router.patch('/orgs/:orgId/members/:userId', [Members, 'update']).use(ADMIN)
    router.delete('/orgs/:orgId/members/:userId', [Members, 'destroy']).use(ADMIN_OR_SELF)
    router.get('/orgs/:orgId/invites', [Invites, 'index']).use(VIEWER)
    router.post('/orgs/:orgId/invites', [Invites, 'store']).use(ADMIN)
    router.delete('/orgs/:orgId/invites/:inviteId', [Invites, 'destroy']).use(ADMIN)
    router.get('/orgs/:orgId/audit-log', [AuditLogs, 'index']).use(ADMIN)
    router.post('/invites/accept', [Invites, 'accept'])
    router.post('/active-org', [ActiveOrgs, 'store'])
    router.get('/overview', [ActiveOrgs, 'show']).use(middleware.activeOrg({ role: 'VIEWER' }))
  })
  .prefix('/v1/dashboard')
  .use([middleware.user(), middleware.body(), middleware.idempotency()])
