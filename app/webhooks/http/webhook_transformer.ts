import { envelope } from '#kernel/outbox/events'
import { parseJson } from '#kernel/json/json'
import type { DeliveryDetail } from '#webhooks/queries/delivery_detail'
import type { DeliveryRow } from '#webhooks/queries/deliveries'
import type { EndpointRow } from '#webhooks/queries/endpoints'
import { iso } from '#kernel/time/iso'

/** An endpoint as the dashboard shows it: with its health, never with its secret (contract#endpoints). */
export function toEndpoint(row: EndpointRow) {
  const { id, productId, url, events, enabled, payload, lastSuccessAt, consecutiveFailures } = row
  return {
    id,
    productId,
    url,
    events,
    enabled,
    payload,
    health: { lastSuccessAt: iso(lastSuccessAt), consecutiveFailures },
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

/** An endpoint with its secret, for the responses to creation and rotation only. */
export function toEndpointWithSecret({ secret, ...row }: EndpointRow & { secret: string }) {
  return { ...toEndpoint(row), secret }
}

/** A delivery record (interface#27-webhook-endpoint-and-delivery, contract#delivery-record). */
export function toDelivery(row: DeliveryRow) {
  const { id, endpointId, event, status, attempts, responseStatus, lastError } = row
  return {
    id,
    endpointId,
    event,
    status,
    success: status === 'succeeded',
    attempts,
    responseStatus,
    lastError,
    nextRetryAt: iso(row.nextRetryAt),
    createdAt: iso(row.createdAt),
    deliveredAt: iso(row.deliveredAt),
    errors: row.errors.map((error) => ({ ...error, at: iso(error.at) })),
  }
}

/** A delivery with its request body and the beginnings of the responses (contract/01-changes#reads-for-a-console). */
export function toDeliveryDetail(row: DeliveryDetail) {
  const answers = new Map(row.answers.map(({ attempt, answer }) => [attempt, answer]))
  const { errors, ...delivery } = toDelivery(row)
  return {
    ...delivery,
    productId: row.productId,
    payload: parseJson(envelope(row.event, row.data, row.happenedAt)) as Record<string, unknown>,
    answer: row.answer,
    errors: errors.map((error) => ({ ...error, answer: answers.get(error.attempt) ?? null })),
  }
}
