import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asKey } from '#start/stacks'

const { accounts, legacy } = controllers
const { Me } = controllers.accounts
const signIn = { limit: bodies.limits.signIn }

/** The secondary route set, by Bearer API key (interface#49-secondary-route-set-under-api). */
router
  .group(() => {
    router.post('/licenses/create', [legacy.Licenses, 'store']).use(asKey('license:create'))
    router
      .get('/licenses/list', [legacy.Licenses, 'index'])
      .use(asKey('license:read'))
      .use(middleware.fairScans())
    router.post('/licenses/assign', [legacy.Licenses, 'assign']).use(asKey('license:update'))
    router.post('/licenses/redeem', [legacy.Licenses, 'redeem']).use(asKey('license:update'))
    router.delete('/licenses/delete', [legacy.Licenses, 'destroy']).use(asKey('license:delete'))
    router.patch('/licenses/reset-hwid', [legacy.Licenses, 'resetHwid']).use(asKey('license:reset_hwid'))
    router.get('/users/:id/licenses', [legacy.EndUserLicenses, 'index']).use(asKey('license:read'))
    router
      .get('/dashboard/metrics', [legacy.Metrics, 'show'])
      .as('analytics.show')
      .use(asKey('analytics:read'))
    router.get('/products/list', [legacy.Apps, 'products']).use(asKey('product:read'))
    router.get('/apps/list', [legacy.Apps, 'index']).use(asKey('product:read'))
  })
  .prefix('/api')
  .as('legacy')

/** Creating and deleting apps needs the same role as for products. */
const ADMIN = [
  ...[middleware.user({ outsideDashboard: true, sso: 'tenant' }), middleware.activeOrg({ role: 'ADMIN' })],
  ...[middleware.body(), middleware.idempotency()],
]
router
  .group(() => {
    router.post('/apps/create', [legacy.Apps, 'store']).as('apps.create')
    router.post('/apps/delete', [legacy.Apps, 'destroy']).as('apps.delete')
  })
  .prefix('/api')
  .as('legacy')
  .use(ADMIN)

/** Users of this route set: sign-up and sign-in need no credential, the other routes need a user's access token. */
router
  .group(() => {
    router.post('/auth/login', [accounts.Logins, 'store']).use(middleware.body(signIn))
    router.post('/auth/register', [accounts.Registrations, 'store']).use(middleware.body(signIn))
    router.get('/users/me', [Me, 'show']).use(middleware.user({ outsideDashboard: true, sso: 'own' }))
    router.get('/users/list', [legacy.Users, 'index']).use(middleware.user({ outsideDashboard: true }))
  })
  .prefix('/api')
  .as('legacy.users')
