import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toDelivery, toEndpoint, toEndpointWithSecret } from './webhook_transformer.js'

const { choice, flag, list, moment, named, nullable, object, text, uuid, whole } = shape

const endpoint = {
  id: uuid(),
  productId: uuid(),
  url: text(),
  events: list(text(), 'Names of events; `*` is every event.'),
  enabled: flag(),
  payload: choice(['thin', 'full'], 'Whether events of a license bring the license itself.'),
  health: object({
    lastSuccessAt: nullable(moment()),
    consecutiveFailures: whole('Failed attempts since the last success.'),
  }),
  createdAt: moment(),
  updatedAt: moment(),
}

/** An endpoint, without its secret (interface#27-webhook-endpoint-and-delivery). */
export const WebhookEndpointShape = named('WebhookEndpoint', endpoint, 'An address that receives events.')
same<ReturnType<typeof toEndpoint>, Static<typeof WebhookEndpointShape>>(true)

/** An endpoint after its creation or the rotation of its secret. */
export const WebhookEndpointWithSecretShape = named(
  'WebhookEndpointWithSecret',
  { ...endpoint, secret: text('The secret that signs its deliveries; no other answer shows it.') },
  'An endpoint with its new secret.'
)
same<ReturnType<typeof toEndpointWithSecret>, Static<typeof WebhookEndpointWithSecretShape>>(true)

/** A delivery (interface#27-webhook-endpoint-and-delivery, contract#delivery-record). */
export const DeliveryShape = named(
  'Delivery',
  {
    id: uuid('The same on each attempt: `X-Service-Delivery`.'),
    endpointId: uuid(),
    event: text(),
    status: choice(['pending', 'succeeded', 'failed', 'cancelled']),
    success: flag(),
    attempts: whole(),
    responseStatus: nullable(whole('What the endpoint answered last.')),
    lastError: nullable(text()),
    nextRetryAt: nullable(moment()),
    createdAt: moment(),
    deliveredAt: nullable(moment()),
    errors: list(
      object({
        at: moment(),
        attempt: whole(),
        message: text(),
        responseStatus: nullable(whole()),
        durationMs: whole(),
      }),
      'The attempts that failed.'
    ),
  },
  'An event on its way to an endpoint.'
)
same<ReturnType<typeof toDelivery>, Static<typeof DeliveryShape>>(true)
