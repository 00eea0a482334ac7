import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember, asUser } from '#start/stacks'

const { ActiveOrgs, OrgPlans } = controllers.system
const { AuditLogs, Invites, Members, Orgs } = controllers.orgs
const VIEWER = asMember(middleware.org({ role: 'VIEWER' }))
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))
const ADMIN_OR_SELF = asMember(middleware.org({ role: 'ADMIN', ownUser: true }))
const OWNER = asMember(middleware.org({ role: 'OWNER' }))

/** Orgs and their teams (contract#orgs-members-invites). */
router
  .group(() => {
    router.get('/orgs', [Orgs, 'index']).use(asUser({ sso: 'own' }))
    router.post('/orgs', [Orgs, 'store']).use(asUser())
    router.patch('/orgs/:orgId', [Orgs, 'update']).use(OWNER)
    router.delete('/orgs/:orgId', [Orgs, 'destroy']).use(OWNER)
    router.get('/orgs/:orgId/members', [Members, 'index']).use(VIEWER)
    router.patch('/orgs/:orgId/members/:userId', [Members, 'update']).use(ADMIN)
    router.delete('/orgs/:orgId/members/:userId', [Members, 'destroy']).use(ADMIN_OR_SELF)
    router.get('/orgs/:orgId/invites', [Invites, 'index']).use(VIEWER)
    router.post('/orgs/:orgId/invites', [Invites, 'store']).use(ADMIN)
    router.delete('/orgs/:orgId/invites/:inviteId', [Invites, 'destroy']).use(ADMIN)
    router.get('/orgs/:orgId/audit-log', [AuditLogs, 'index']).use(ADMIN).use(middleware.fairScans())
    router.post('/invites/accept', [Invites, 'accept']).use(asUser())
    router.post('/active-org', [ActiveOrgs, 'store']).use(asUser({ sso: 'own' }))
    router.get('/orgs/:orgId/overview', [ActiveOrgs, 'show']).as('orgs.overview').use(VIEWER)
    router.get('/orgs/:orgId/plan', [OrgPlans, 'show']).use(VIEWER)
    router.get('/overview', [ActiveOrgs, 'show']).use(asMember(middleware.activeOrg({ role: 'VIEWER' })))
  })
  .prefix('/v1/dashboard')
