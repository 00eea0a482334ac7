import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { Listings, Shops, Storefronts } = controllers.storefront
const VIEWER = asMember(middleware.org({ role: 'VIEWER' }))
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))

/**
 * The storefront of an org and its listings (contract/10-storefront#102-setup, contract/10-storefront#103-listings).
 */
router
  .group(() => {
    router.get('/', [Storefronts, 'show']).use(VIEWER)
    router.put('/', [Storefronts, 'update']).use(ADMIN)
    router.delete('/', [Storefronts, 'destroy']).use(ADMIN)
    router.get('/listings', [Listings, 'index']).use(VIEWER)
    router.post('/listings', [Listings, 'store']).use(ADMIN)
    router.get('/listings/:listingId', [Listings, 'show']).use(VIEWER)
    router.patch('/listings/:listingId', [Listings, 'update']).use(ADMIN)
    router.delete('/listings/:listingId', [Listings, 'destroy']).use(ADMIN)
    router.post('/listings/:listingId/publish', [Listings, 'publish']).use(ADMIN)
    router.post('/listings/:listingId/unpublish', [Listings, 'unpublish']).use(ADMIN)
  })
  .prefix('/v1/dashboard/orgs/:orgId/storefront')

/** Shops as visitors see them (contract/10-storefront#104-public). */
router.get('/v1/storefront', [Shops, 'show'])
router.get('/v1/storefront/tls', [Shops, 'tls'])
router.get('/v1/storefront/:storefrontId/listings', [Shops, 'index'])
router.get('/v1/storefront/:storefrontId/listings/:listingId', [Shops, 'listing'])
