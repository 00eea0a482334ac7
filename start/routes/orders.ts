import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asEndUser, asKey, asMember } from '#start/stacks'

const { Orders, Shops } = controllers.storefront
const VIEWER = asMember(middleware.org({ role: 'VIEWER' }))
const MEMBER = asMember(middleware.org({ role: 'MEMBER' }))

/** An end user's own orders (contract/10-storefront#105-orders). */
router
  .group(() => {
    router.get('/', [Orders, 'own']).use(asEndUser())
    router.post('/', [Orders, 'claim']).use(asEndUser())
    router.get('/:orderId', [Orders, 'ownOne']).use(asEndUser())
  })
  .prefix('/v1/enduser/orders')
  .as('end_users')

router.get('/v1/enduser/storefront', [Shops, 'own']).as('end_users.shops.own').use(asEndUser())

/** The orders of an org, for its members. */
router
  .group(() => {
    router.get('/', [Orders, 'index']).use(VIEWER).use(middleware.fairScans())
    router.post('/', [Orders, 'store']).use(MEMBER)
    router.get('/:orderId', [Orders, 'show']).use(VIEWER)
    router.post('/:orderId/fulfil', [Orders, 'fulfil']).use(MEMBER)
    router.post('/:orderId/reject', [Orders, 'reject']).use(MEMBER)
    router.post('/:orderId/reverse', [Orders, 'reverse']).use(MEMBER)
  })
  .prefix('/v1/dashboard/orgs/:orgId/orders')

/** The same routes for API keys, for the product to which they are bound. */
router
  .group(() => {
    router.get('/', [Orders, 'index']).use(asKey('order:read')).use(middleware.fairScans())
    router.post('/', [Orders, 'store']).use(asKey('order:write'))
    router.get('/:orderId', [Orders, 'show']).use(asKey('order:read'))
    router.post('/:orderId/fulfil', [Orders, 'fulfil']).use(asKey('order:write'))
    router.post('/:orderId/reject', [Orders, 'reject']).use(asKey('order:write'))
    router.post('/:orderId/reverse', [Orders, 'reverse']).use(asKey('order:write'))
  })
  .prefix('/v1/products/:productId/orders')
  .as('keyed')
