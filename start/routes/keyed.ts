import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import type { ApiScope } from '#domain/api_key/scopes'
import { middleware } from '#start/kernel'

const { keyed } = controllers

/** The credential is looked at before the body is. */
const needs = (scope: ApiScope) => [middleware.apiKey({ scope }), middleware.body(), middleware.idempotency()]

/** The management routes of an API key, for the product that it is bound to (interface 4.4, 5.2). */
router
  .group(() => {
    router.get('/licenses', [keyed.Licenses, 'index']).use(needs('license:read'))
    router.post('/licenses', [keyed.Licenses, 'store']).use(needs('license:create'))
    router.get('/licenses/:id', [keyed.Licenses, 'show']).use(needs('license:read'))
    router.patch('/licenses/:id', [keyed.Licenses, 'update']).use(needs('license:update'))
    router.delete('/licenses/:id', [keyed.Licenses, 'destroy']).use(needs('license:delete'))
    router.post('/licenses/:id/revoke', [keyed.LicenseRevocations, 'store']).use(needs('license:revoke'))
    router
      .post('/licenses/:id/unrevoke', [keyed.LicenseRevocations, 'destroy'])
      .use(needs('license:unrevoke'))
    router.post('/licenses/:id/suspend', [keyed.LicenseSuspensions, 'store']).use(needs('license:update'))
    router.post('/licenses/:id/unsuspend', [keyed.LicenseSuspensions, 'destroy']).use(needs('license:update'))
    router.post('/licenses/:id/reset-hwid', [keyed.LicenseResets, 'hwid']).use(needs('license:reset_hwid'))
    router.post('/licenses/:id/reset-ip', [keyed.LicenseResets, 'ip']).use(needs('license:reset_ip'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
