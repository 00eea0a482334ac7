import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { Domains } = controllers.orgs
const VIEWER = asMember(middleware.org({ role: 'VIEWER' }))
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))

/** Domains of an org (contract/10-storefront#101-domains). */
router
  .group(() => {
    router.get('/', [Domains, 'index']).use(VIEWER)
    router.post('/', [Domains, 'store']).use(ADMIN)
    router.get('/:domainId', [Domains, 'show']).use(VIEWER)
    router.post('/:domainId/verify', [Domains, 'verify']).use(ADMIN)
    router.delete('/:domainId', [Domains, 'destroy']).use(ADMIN)
  })
  .prefix('/v1/dashboard/orgs/:orgId/domains')
