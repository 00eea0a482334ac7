import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { ProcessorEvents, Processors } = controllers.storefront
const ADMIN = asMember(middleware.org({ role: 'ADMIN' }))

/** The payment processors of an org (contract/10-storefront#106-processor-events). */
router
  .group(() => {
    router.get('/', [Processors, 'index']).use(ADMIN)
    router.post('/', [Processors, 'store']).use(ADMIN)
    router.get('/:processorId', [Processors, 'show']).use(ADMIN)
    router.patch('/:processorId', [Processors, 'update']).use(ADMIN)
    router.delete('/:processorId', [Processors, 'destroy']).use(ADMIN)
    router.post('/:processorId/try', [ProcessorEvents, 'try']).use(ADMIN)
    router.get('/:processorId/events', [ProcessorEvents, 'index']).use(ADMIN)
    router.post('/:processorId/events/:eventId/replay', [ProcessorEvents, 'replay']).use(ADMIN)
  })
  .prefix('/v1/dashboard/orgs/:orgId/storefront/processors')

/**
 * Inbound events. The signature over the raw bytes is the credential, so nothing parses the body before it is
 * verified.
 */
router.post('/v1/processors/:processorId/events', [ProcessorEvents, 'receive'])
