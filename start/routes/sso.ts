import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { SsoConnections, SsoSignIns } = controllers.sso
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))
const OWNER = asMember(middleware.org({ role: 'OWNER' }))

/** The identity provider of an org (contract/13-sso#131-setup-owner). */
router
  .group(() => {
    router.get('/', [SsoConnections, 'show']).use(ADMIN)
    router.put('/', [SsoConnections, 'update']).use(OWNER)
    router.delete('/', [SsoConnections, 'destroy']).use(OWNER)
    router.post('/test', [SsoConnections, 'test']).use(ADMIN)
    router.get('/logins', [SsoConnections, 'logins']).use(ADMIN)
  })
  .prefix('/v1/dashboard/orgs/:orgId/sso')

/** Sign-in through the org's identity provider: no credential (contract/13-sso#132-signing-in). */
router
  .group(() => {
    router.post('/start', [SsoSignIns, 'store'])
    router.post('/exchange', [SsoSignIns, 'exchange'])
  })
  .prefix('/v1/auth/sso')
  .use(middleware.body({ limit: bodies.limits.signIn }))
router.get('/sso/oidc/callback', [SsoSignIns, 'sharedCallback'])
router.get('/sso/oidc/callback/:orgId', [SsoSignIns, 'callback'])
router.post('/sso/saml/:connectionId/acs', [SsoSignIns, 'acs'])
router.get('/sso/saml/:connectionId/metadata', [SsoSignIns, 'metadata'])
