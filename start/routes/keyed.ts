import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asKey } from '#start/stacks'

const { Analytics } = controllers.analytics
const { Products } = controllers.catalog
const { EndUsers } = controllers.endUsers
const { Blacklists, LicenseEvents, LicenseResets, LicenseStatuses, Licenses } = controllers.licensing

/**
 * The management routes of an API key, for the product to which it is bound (interface#44-licenses-api-key-path,
 * interface#52-api-key-scopes).
 */
router
  .group(() => {
    router.get('/licenses', [Licenses, 'index']).use(asKey('license:read')).use(middleware.fairScans())
    router.post('/licenses', [Licenses, 'store']).use(asKey('license:create'))
    router.get('/licenses/:id', [Licenses, 'show']).use(asKey('license:read'))
    router.patch('/licenses/:id', [Licenses, 'update']).use(asKey('license:update'))
    router.delete('/licenses/:id', [Licenses, 'destroy']).use(asKey('license:delete'))
    router.get('/licenses/:id/events', [LicenseEvents, 'index']).use(asKey('license:read'))
    router.post('/licenses/:id/revoke', [LicenseStatuses, 'revoke']).use(asKey('license:revoke'))
    router.post('/licenses/:id/unrevoke', [LicenseStatuses, 'unrevoke']).use(asKey('license:unrevoke'))
    router.post('/licenses/:id/suspend', [LicenseStatuses, 'suspend']).use(asKey('license:update'))
    router.post('/licenses/:id/unsuspend', [LicenseStatuses, 'unsuspend']).use(asKey('license:update'))
    router.post('/licenses/:id/reset-hwid', [LicenseResets, 'hwid']).use(asKey('license:reset_hwid'))
    router.post('/licenses/:id/reset-ip', [LicenseResets, 'ip']).use(asKey('license:reset_ip'))
    router.get('/blacklist', [Blacklists, 'index']).use(asKey('blacklist:read')).use(middleware.fairScans())
    router.post('/blacklist', [Blacklists, 'store']).use(asKey('blacklist:write'))
    router
      .post('/blacklist/bulk', [Blacklists, 'bulk'])
      .use(asKey('blacklist:write', { limit: bodies.limits.entries }))
    router.delete('/blacklist/:entryId', [Blacklists, 'destroy']).use(asKey('blacklist:write'))
    router.get('/analytics', [Analytics, 'show']).use(asKey('analytics:read'))
    router.get('/analytics/timeseries', [Analytics, 'series']).use(asKey('analytics:read'))
    router.get('/end-users', [EndUsers, 'product']).use(asKey('end_user:read')).use(middleware.fairScans())
    router.get('/', [Products, 'show']).use(asKey('product:read'))
    router.patch('/', [Products, 'update']).use(asKey('product:write'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
