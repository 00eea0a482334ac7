import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { WebhookDeliveries, WebhookEndpoints, WebhookSends } = controllers.webhooks

/**
 * Webhook endpoints of a product and their deliveries (interface#47-webhook-management,
 * contract#6-events-and-webhooks).
 */
router
  .group(() => {
    router
      .group(() => {
        router.get('/', [WebhookEndpoints, 'index'])
        router.get('/:endpointId/deliveries', [WebhookDeliveries, 'index']).use(middleware.fairScans())
        router.get('/deliveries/:deliveryId', [WebhookDeliveries, 'show'])
      })
      .use(asMember(middleware.product({ role: 'VIEWER' })))

    router
      .group(() => {
        router.post('/', [WebhookEndpoints, 'store'])
        router.patch('/:endpointId', [WebhookEndpoints, 'update'])
        router.delete('/:endpointId', [WebhookEndpoints, 'destroy'])
        router.post('/:endpointId/rotate-secret', [WebhookEndpoints, 'rotateSecret'])
        router.post('/:endpointId/test', [WebhookSends, 'test'])
        router.post('/:endpointId/replay', [WebhookSends, 'replayMany'])
        router.post('/deliveries/:deliveryId/replay', [WebhookSends, 'replay'])
      })
      .use(asMember(middleware.product({ role: 'ADMIN' })))
  })
  .prefix('/v1/dashboard/webhooks/products/:productId')

/** The same for all products of an org (contract/01-changes#reads-for-a-console). */
router
  .group(() => {
    router.get('/webhooks', [WebhookEndpoints, 'index']).as('webhook_endpoints.of_org')
    router.get('/deliveries', [WebhookDeliveries, 'ofOrg']).use(middleware.fairScans())
  })
  .prefix('/v1/dashboard/orgs/:orgId')
  .use(asMember(middleware.org({ role: 'VIEWER' })))
