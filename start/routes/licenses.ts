import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { Analytics } = controllers.analytics
const { Products } = controllers.catalog
const { Blacklists, LicenseEvents, LicenseResets, LicenseStatuses, Licenses } = controllers.licensing
const VIEWER = { role: 'VIEWER' } as const
const MEMBER = { role: 'MEMBER' } as const
const ADMIN = { role: 'ADMIN' } as const

/** Licenses behind a user's access token (interface#42-licenses-jwt-path, contract#3-licenses). */
router
  .group(() => {
    router
      .get('/orgs/:orgId/licenses', [Licenses, 'index'])
      .use(asMember(middleware.org(VIEWER)))
      .use(middleware.fairScans())
    router.post('/orgs/:orgId/licenses', [Licenses, 'store']).use(asMember(middleware.org(MEMBER)))
    router.get('/licenses/:id', [Licenses, 'show']).use(asMember(middleware.license(VIEWER)))
    router.patch('/licenses/:id', [Licenses, 'update']).use(asMember(middleware.license(MEMBER)))
    router.delete('/licenses/:id', [Licenses, 'destroy']).use(asMember(middleware.license(MEMBER)))
    router
      .get('/licenses/:id/events', [LicenseEvents, 'index'])
      .use(asMember(middleware.license({ ...VIEWER, deleted: true })))
    router
      .group(() => {
        router.post('/revoke', [LicenseStatuses, 'revoke'])
        router.post('/unrevoke', [LicenseStatuses, 'unrevoke'])
        router.post('/suspend', [LicenseStatuses, 'suspend'])
        router.post('/unsuspend', [LicenseStatuses, 'unsuspend'])
        router.post('/reset-hwid', [LicenseResets, 'hwid'])
        router.post('/reset-ip', [LicenseResets, 'ip'])
      })
      .prefix('/licenses/:id')
      .use(asMember(middleware.license(MEMBER)))
  })
  .prefix('/v1/dashboard')

/** Products and their records (contract#products, interface#43-blacklists). */
router
  .group(() => {
    router.post('/orgs/:orgId/products', [Products, 'store']).use(asMember(middleware.org(ADMIN)))
    router.get('/products/:productId', [Products, 'show']).use(asMember(middleware.product(VIEWER)))
    router.patch('/products/:productId', [Products, 'update']).use(asMember(middleware.product(ADMIN)))
    router.delete('/products/:productId', [Products, 'destroy']).use(asMember(middleware.product(ADMIN)))
    router
      .get('/blacklists/products/:productId', [Blacklists, 'index'])
      .use(asMember(middleware.product(VIEWER)))
      .use(middleware.fairScans())
    router
      .post('/blacklists/products/:productId', [Blacklists, 'store'])
      .use(asMember(middleware.product(MEMBER)))
    router
      .delete('/blacklists/products/:productId/:entryId', [Blacklists, 'destroy'])
      .use(asMember(middleware.product(MEMBER)))
    router.get('/orgs/:orgId/licenses/analytics', [Analytics, 'show']).use(asMember(middleware.org(VIEWER)))
    router
      .get('/orgs/:orgId/licenses/analytics/timeseries', [Analytics, 'series'])
      .use(asMember(middleware.org(VIEWER)))
  })
  .prefix('/v1/dashboard')

router
  .post('/v1/dashboard/blacklists/products/:productId/bulk', [Blacklists, 'bulk'])
  .use(asMember(middleware.product(MEMBER), { limit: bodies.limits.entries }))
