import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

const { dashboard } = controllers
const VIEWER = { role: 'VIEWER' } as const
const MEMBER = { role: 'MEMBER' } as const
const ADMIN = { role: 'ADMIN' } as const

/** Licenses behind a user's access token (interface 4.2, contract 3). */
router
  .group(() => {
    router.get('/orgs/:orgId/licenses', [dashboard.Licenses, 'index']).use(middleware.org(VIEWER))
    router.post('/orgs/:orgId/licenses', [dashboard.Licenses, 'store']).use(middleware.org(MEMBER))
    router.get('/licenses/:id', [dashboard.Licenses, 'show']).use(middleware.license(VIEWER))
    router.patch('/licenses/:id', [dashboard.Licenses, 'update']).use(middleware.license(MEMBER))
    router.delete('/licenses/:id', [dashboard.Licenses, 'destroy']).use(middleware.license(MEMBER))
    router
      .get('/licenses/:id/events', [dashboard.LicenseEvents, 'index'])
      .use(middleware.license({ ...VIEWER, deleted: true }))
    router
      .group(() => {
        router.post('/revoke', [dashboard.LicenseRevocations, 'store'])
        router.post('/unrevoke', [dashboard.LicenseRevocations, 'destroy'])
        router.post('/suspend', [dashboard.LicenseSuspensions, 'store'])
        router.post('/unsuspend', [dashboard.LicenseSuspensions, 'destroy'])
        router.post('/reset-hwid', [dashboard.LicenseResets, 'hwid'])
        router.post('/reset-ip', [dashboard.LicenseResets, 'ip'])
      })
      .prefix('/licenses/:id')
      .use(middleware.license(MEMBER))
  })
  .prefix('/v1/dashboard')
  .use([middleware.user(), middleware.body(), middleware.idempotency()])

/** Room for 10,000 entries with their reasons, in any script. */
const bulkEntries = { limit: 32 * 1024 * 1024 }

/** Products, and what belongs to one (contract 2, Products; interface 4.3). */
router
  .group(() => {
    router.post('/orgs/:orgId/products', [dashboard.Products, 'store']).use(middleware.org(ADMIN))
    router.get('/products/:productId', [dashboard.Products, 'show']).use(middleware.product(VIEWER))
    router.patch('/products/:productId', [dashboard.Products, 'update']).use(middleware.product(ADMIN))
    router.delete('/products/:productId', [dashboard.Products, 'destroy']).use(middleware.product(ADMIN))
    router
      .get('/blacklists/products/:productId', [dashboard.Blacklists, 'index'])
      .use(middleware.product(VIEWER))
    router
      .post('/blacklists/products/:productId', [dashboard.Blacklists, 'store'])
      .use(middleware.product(MEMBER))
    router
      .delete('/blacklists/products/:productId/:entryId', [dashboard.Blacklists, 'destroy'])
      .use(middleware.product(MEMBER))
    router
      .get('/orgs/:orgId/licenses/analytics', [dashboard.LicenseAnalytics, 'show'])
      .use(middleware.org(VIEWER))
    router
      .get('/orgs/:orgId/licenses/analytics/timeseries', [dashboard.LicenseAnalytics, 'series'])
      .use(middleware.org(VIEWER))
  })
  .prefix('/v1/dashboard')
  .use([middleware.user(), middleware.body(), middleware.idempotency()])

router
  .post('/v1/dashboard/blacklists/products/:productId/bulk', [dashboard.Blacklists, 'bulk'])
  .use([
    middleware.user(),
    middleware.body(bulkEntries),
    middleware.idempotency(),
    middleware.product(MEMBER),
  ])
