import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { asKey } from '#start/stacks'

const { keyed } = controllers

/**
 * The management routes of an API key, for the product that it is bound to (interface#44-licenses-api-key-path,
 * interface#52-api-key-scopes).
 */
router
  .group(() => {
    router.get('/licenses', [keyed.Licenses, 'index']).use(asKey('license:read'))
    router.post('/licenses', [keyed.Licenses, 'store']).use(asKey('license:create'))
    router.get('/licenses/:id', [keyed.Licenses, 'show']).use(asKey('license:read'))
    router.patch('/licenses/:id', [keyed.Licenses, 'update']).use(asKey('license:update'))
    router.delete('/licenses/:id', [keyed.Licenses, 'destroy']).use(asKey('license:delete'))
    router.get('/licenses/:id/events', [keyed.LicenseEvents, 'index']).use(asKey('license:read'))
    router.post('/licenses/:id/revoke', [keyed.LicenseRevocations, 'store']).use(asKey('license:revoke'))
    router
      .post('/licenses/:id/unrevoke', [keyed.LicenseRevocations, 'destroy'])
      .use(asKey('license:unrevoke'))
    router.post('/licenses/:id/suspend', [keyed.LicenseSuspensions, 'store']).use(asKey('license:update'))
    router.post('/licenses/:id/unsuspend', [keyed.LicenseSuspensions, 'destroy']).use(asKey('license:update'))
    router.post('/licenses/:id/reset-hwid', [keyed.LicenseResets, 'hwid']).use(asKey('license:reset_hwid'))
    router.post('/licenses/:id/reset-ip', [keyed.LicenseResets, 'ip']).use(asKey('license:reset_ip'))
    router.get('/blacklist', [keyed.Blacklists, 'index']).use(asKey('blacklist:read'))
    router.post('/blacklist', [keyed.Blacklists, 'store']).use(asKey('blacklist:write'))
    router
      .post('/blacklist/bulk', [keyed.Blacklists, 'bulk'])
      .use(asKey('blacklist:write', { limit: bodies.limits.entries }))
    router.delete('/blacklist/:entryId', [keyed.Blacklists, 'destroy']).use(asKey('blacklist:write'))
    router.get('/analytics', [keyed.LicenseAnalytics, 'show']).use(asKey('analytics:read'))
    router.get('/analytics/timeseries', [keyed.LicenseAnalytics, 'series']).use(asKey('analytics:read'))
    router.get('/end-users', [keyed.EndUsers, 'product']).use(asKey('end_user:read'))
    router.get('/', [keyed.ProductSettings, 'show']).use(asKey('product:read'))
    router.patch('/', [keyed.ProductSettings, 'update']).use(asKey('product:write'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')

router.get('/v1/end-users', [keyed.EndUsers, 'org']).as('keyed.end_users.org').use(asKey('end_user:read'))
