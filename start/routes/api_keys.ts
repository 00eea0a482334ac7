import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { ApiKeys, Introspections } = controllers.catalog
const { Bootstraps } = controllers.catalog

/** Issuing and revoking API keys (contract#api-keys). */
router
  .group(() => {
    router
      .get('/products/:productId/api-keys', [ApiKeys, 'index'])
      .use(asMember(middleware.product({ role: 'VIEWER' })))
    router
      .post('/products/:productId/api-keys', [ApiKeys, 'store'])
      .use(asMember(middleware.product({ role: 'ADMIN' })))
    router
      .post('/api-keys/:id/rotate', [ApiKeys, 'rotate'])
      .use(asMember(middleware.managedApiKey({ role: 'ADMIN' })))
    router
      .delete('/api-keys/:id', [ApiKeys, 'destroy'])
      .use(asMember(middleware.managedApiKey({ role: 'ADMIN' })))
  })
  .prefix('/v1/dashboard')

/** Information that a key may read about itself (interface#45-runtime-validation-and-introspection). */
router.get('/v1/whoami', [Introspections, 'show']).use(middleware.apiKey())
router
  .get('/v1/products/:productId/api-keys', [ApiKeys, 'index'])
  .as('keyed.api_keys.index')
  .use(middleware.apiKey({ permission: 'product:read' }))

/** Bootstrap (interface#46-bootstrap). */
router
  .group(() => {
    router.post('/v1/products', [Bootstraps, 'product'])
    router.post('/v1/api-keys', [Bootstraps, 'apiKey'])
  })
  .use([middleware.bootstrap(), middleware.body(), middleware.idempotency()])
