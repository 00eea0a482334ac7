import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import type { ApiScope } from '#domain/api_key/scopes'
import { middleware } from '#start/kernel'

const { legacy } = controllers
const needs = (scope?: ApiScope) => [
  middleware.apiKey({ scope }),
  middleware.body(),
  middleware.idempotency(),
]

/** The secondary route set, by Bearer API key (interface 4.9). */
router
  .group(() => {
    router.post('/licenses/create', [legacy.Licenses, 'store']).use(needs('license:create'))
    router.get('/licenses/list', [legacy.Licenses, 'index']).use(needs('license:read'))
    router.post('/licenses/assign', [legacy.Licenses, 'assign']).use(needs('license:update'))
    router.post('/licenses/redeem', [legacy.Licenses, 'redeem']).use(needs('license:update'))
    router.delete('/licenses/delete', [legacy.Licenses, 'destroy']).use(needs('license:delete'))
    router.patch('/licenses/reset-hwid', [legacy.Licenses, 'resetHwid']).use(needs('license:reset_hwid'))
    router.get('/users/:id/licenses', [legacy.EndUserLicenses, 'index']).use(needs('license:read'))
    router.get('/dashboard/metrics', [legacy.Metrics, 'show']).use(needs('analytics:read'))
    router.get('/products/list', [legacy.Apps, 'products']).use(needs('product:read'))
    router.get('/apps/list', [legacy.Apps, 'index']).use(needs('product:read'))
    router.post('/apps/create', [legacy.Apps, 'refuse']).as('apps.create').use(needs())
    router.post('/apps/delete', [legacy.Apps, 'refuse']).as('apps.delete').use(needs())
  })
  .prefix('/api')
  .as('legacy')

/** Its users: signing up and in needs no credential, the rest a user's access token. */
router
  .group(() => {
    router.post('/auth/login', [legacy.Accounts, 'login']).use(middleware.body())
    router.post('/auth/register', [legacy.Accounts, 'register']).use(middleware.body())
    router.get('/users/me', [legacy.Users, 'me']).use(middleware.user({ outsideDashboard: true }))
    router.get('/users/list', [legacy.Users, 'index']).use(middleware.user({ outsideDashboard: true }))
  })
  .prefix('/api')
  .as('legacy.users')
