import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asKey, asMember } from '#start/stacks'

const { Tiers } = controllers.licensing
const VIEWER = { role: 'VIEWER' } as const
const ADMIN = { role: 'ADMIN' } as const

/** Tiers of products, for members of the org and for API keys (contract/17-tiers). */
router
  .group(() => {
    router.get('/products/:productId/tiers', [Tiers, 'index']).use(asMember(middleware.product(VIEWER)))
    router.post('/products/:productId/tiers', [Tiers, 'store']).use(asMember(middleware.product(ADMIN)))
    router.get('/tiers/:tierId', [Tiers, 'show']).use(asMember(middleware.tier(VIEWER)))
    router.patch('/tiers/:tierId', [Tiers, 'update']).use(asMember(middleware.tier(ADMIN)))
    router.delete('/tiers/:tierId', [Tiers, 'destroy']).use(asMember(middleware.tier(ADMIN)))
    router.post('/tiers/:tierId/duplicate', [Tiers, 'duplicate']).use(asMember(middleware.tier(ADMIN)))
  })
  .prefix('/v1/dashboard')

router
  .group(() => {
    router.get('/tiers', [Tiers, 'index']).use(asKey('product:read'))
    router.get('/tiers/:tierId', [Tiers, 'show']).use(asKey('product:read'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
