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
  events: list(text(), 'The names of events. `*` means every event.'),
  enabled: flag(),
  payload: choice(
    ['thin', 'full'],
    '`full`: events of a license contain the license. `thin`: events contain ids only.'
  ),
  health: object({
    lastSuccessAt: nullable(moment()),
    consecutiveFailures: whole('The number of failed attempts since the last success.'),
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
  { ...endpoint, secret: text('The secret that signs the deliveries. No other response shows it.') },
  'An endpoint with its new secret.'
)
same<ReturnType<typeof toEndpointWithSecret>, Static<typeof WebhookEndpointWithSecretShape>>(true)

const delivery = {
  id: uuid('The value of the header `X-Service-Delivery`. It is the same for each attempt.'),
  endpointId: uuid(),
  event: text(),
  status: choice(DELIVERY_STATUSES),
  success: flag(),
  attempts: whole(),
  responseStatus: nullable(whole('The HTTP status of the last response from the endpoint.')),
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
    payload: anyObject('The body, in the format that the endpoint receives now.'),
    answer: nullable(text('The first 2 KiB of the last response.')),
    errors: list(
      object({ ...attempt, answer: nullable(text('The first 2 KiB of the response.')) }),
      'The attempts that failed.'
    ),
  },
  'A delivery with its payload and the responses of the endpoint.'
)
same<ReturnType<typeof toDeliveryDetail>, Static<typeof DeliveryDetailShape>>(true)
