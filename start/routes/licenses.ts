import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { dashboard } = controllers
const VIEWER = { role: 'VIEWER' } as const
const MEMBER = { role: 'MEMBER' } as const
const ADMIN = { role: 'ADMIN' } as const

/** Licenses behind a user's access token (interface#42-licenses-jwt-path, contract#3-licenses). */
router
  .group(() => {
    router.get('/orgs/:orgId/licenses', [dashboard.Licenses, 'index']).use(asMember(middleware.org(VIEWER)))
    router.post('/orgs/:orgId/licenses', [dashboard.Licenses, 'store']).use(asMember(middleware.org(MEMBER)))
    router.get('/licenses/:id', [dashboard.Licenses, 'show']).use(asMember(middleware.license(VIEWER)))
    router.patch('/licenses/:id', [dashboard.Licenses, 'update']).use(asMember(middleware.license(MEMBER)))
    router.delete('/licenses/:id', [dashboard.Licenses, 'destroy']).use(asMember(middleware.license(MEMBER)))
    router
      .get('/licenses/:id/events', [dashboard.LicenseEvents, 'index'])
      .use(asMember(middleware.license({ ...VIEWER, deleted: true })))
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
      .use(asMember(middleware.license(MEMBER)))
  })
  .prefix('/v1/dashboard')

/** Products, and what belongs to one (contract#products, interface#43-blacklists). */
router
  .group(() => {
    router.post('/orgs/:orgId/products', [dashboard.Products, 'store']).use(asMember(middleware.org(ADMIN)))
    router.get('/products/:productId', [dashboard.Products, 'show']).use(asMember(middleware.product(VIEWER)))
    router
      .patch('/products/:productId', [dashboard.Products, 'update'])
      .use(asMember(middleware.product(ADMIN)))
    router
      .delete('/products/:productId', [dashboard.Products, 'destroy'])
      .use(asMember(middleware.product(ADMIN)))
    router
      .get('/blacklists/products/:productId', [dashboard.Blacklists, 'index'])
      .use(asMember(middleware.product(VIEWER)))
    router
      .post('/blacklists/products/:productId', [dashboard.Blacklists, 'store'])
      .use(asMember(middleware.product(MEMBER)))
    router
      .delete('/blacklists/products/:productId/:entryId', [dashboard.Blacklists, 'destroy'])
      .use(asMember(middleware.product(MEMBER)))
    router
      .get('/orgs/:orgId/licenses/analytics', [dashboard.LicenseAnalytics, 'show'])
      .use(asMember(middleware.org(VIEWER)))
    router
      .get('/orgs/:orgId/licenses/analytics/timeseries', [dashboard.LicenseAnalytics, 'series'])
      .use(asMember(middleware.org(VIEWER)))
  })
  .prefix('/v1/dashboard')

router
  .post('/v1/dashboard/blacklists/products/:productId/bulk', [dashboard.Blacklists, 'bulk'])
  .use(asMember(middleware.product(MEMBER), { limit: bodies.limits.entries }))
