import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import type { ApiScope } from '#domain/api_key/scopes'
import { middleware } from '#start/kernel'

const { keyed } = controllers

/** Room for 10,000 blacklist entries with their reasons, in bytes. */
const BULK_ENTRIES = 8 * 1024 * 1024

/** The credential is looked at before the body is. */
const needs = (scope: ApiScope, limit?: number) => [
  middleware.apiKey({ scope }),
  middleware.body({ limit }),
  middleware.idempotency(),
]

/** The management routes of an API key, for the product that it is bound to (interface 4.4, 5.2). */
router
  .group(() => {
    router.get('/licenses', [keyed.Licenses, 'index']).use(needs('license:read'))
    router.post('/licenses', [keyed.Licenses, 'store']).use(needs('license:create'))
    router.get('/licenses/:id', [keyed.Licenses, 'show']).use(needs('license:read'))
    router.patch('/licenses/:id', [keyed.Licenses, 'update']).use(needs('license:update'))
    router.delete('/licenses/:id', [keyed.Licenses, 'destroy']).use(needs('license:delete'))
    router.get('/licenses/:id/events', [keyed.LicenseEvents, 'index']).use(needs('license:read'))
    router.post('/licenses/:id/revoke', [keyed.LicenseRevocations, 'store']).use(needs('license:revoke'))
    router
      .post('/licenses/:id/unrevoke', [keyed.LicenseRevocations, 'destroy'])
      .use(needs('license:unrevoke'))
    router.post('/licenses/:id/suspend', [keyed.LicenseSuspensions, 'store']).use(needs('license:update'))
    router.post('/licenses/:id/unsuspend', [keyed.LicenseSuspensions, 'destroy']).use(needs('license:update'))
    router.post('/licenses/:id/reset-hwid', [keyed.LicenseResets, 'hwid']).use(needs('license:reset_hwid'))
    router.post('/licenses/:id/reset-ip', [keyed.LicenseResets, 'ip']).use(needs('license:reset_ip'))
    router.get('/blacklist', [keyed.Blacklists, 'index']).use(needs('blacklist:read'))
    router.post('/blacklist', [keyed.Blacklists, 'store']).use(needs('blacklist:write'))
    router.post('/blacklist/bulk', [keyed.Blacklists, 'bulk']).use(needs('blacklist:write', BULK_ENTRIES))
    router.delete('/blacklist/:entryId', [keyed.Blacklists, 'destroy']).use(needs('blacklist:write'))
    router.get('/analytics', [keyed.LicenseAnalytics, 'show']).use(needs('analytics:read'))
    router.get('/analytics/timeseries', [keyed.LicenseAnalytics, 'series']).use(needs('analytics:read'))
    router.get('/end-users', [keyed.EndUsers, 'product']).use(needs('end_user:read'))
    router.get('/', [keyed.ProductSettings, 'show']).use(needs('product:read'))
    router.patch('/', [keyed.ProductSettings, 'update']).use(needs('product:write'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')

router.get('/v1/end-users', [keyed.EndUsers, 'org']).as('keyed.end_users.org').use(needs('end_user:read'))
