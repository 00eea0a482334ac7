import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { DELIVERY_STATUSES } from '#webhooks/rules/attempt_outcome'
import type { toDelivery, toDeliveryDetail, toEndpoint, toEndpointWithSecret } from './webhook_transformer.js'

const { anyObject, choice, flag, list, moment, named, nullable, object, text, uuid, whole } = shape

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

const delivery = {
  id: uuid('The same on each attempt: `X-Service-Delivery`.'),
  endpointId: uuid(),
  event: text(),
  status: choice(DELIVERY_STATUSES),
  success: flag(),
  attempts: whole(),
  responseStatus: nullable(whole('What the endpoint answered last.')),
  lastError: nullable(text()),
  nextRetryAt: nullable(moment()),
  createdAt: moment(),
  deliveredAt: nullable(moment()),
}
const attempt = {
  at: moment(),
  attempt: whole(),
  message: text(),
  responseStatus: nullable(whole()),
  durationMs: whole(),
}

/** A delivery (interface#27-webhook-endpoint-and-delivery, contract#delivery-record). */
export const DeliveryShape = named(
  'Delivery',
  { ...delivery, errors: list(object(attempt), 'The attempts that failed.') },
  'An event on its way to an endpoint.'
)
same<ReturnType<typeof toDelivery>, Static<typeof DeliveryShape>>(true)

/** A delivery as its own page shows it (contract/01-changes#reads-for-a-console). */
export const DeliveryDetailShape = named(
  'DeliveryDetail',
  {
    ...delivery,
    productId: uuid(),
    payload: anyObject('The body, in the form that the endpoint gets now.'),
    answer: nullable(text('The first 2 KiB of the last answer.')),
    errors: list(
      object({ ...attempt, answer: nullable(text('The first 2 KiB of the answer.')) }),
      'The attempts that failed.'
    ),
  },
  'A delivery with its payload and answers.'
)
same<ReturnType<typeof toDeliveryDetail>, Static<typeof DeliveryDetailShape>>(true)
