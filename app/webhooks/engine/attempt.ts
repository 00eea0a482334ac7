import { observe } from '#kernel/observe/observe'
import { envelope } from '#kernel/outbox/events'
import { settle } from '#webhooks/rules/attempt_outcome'
import { webhooks } from '#config/webhooks'
import type { ClaimedDelivery } from './claims.js'
import type { AttemptResult } from './results.js'
import { signedHeaders } from './signatures.js'
import type WebhookClient from './webhook_client.js'

/**
 * Makes the next attempt of a delivery and evaluates its result; the caller stores it. `clock` returns milliseconds
 * since the epoch.
 */
export async function attemptDelivery(
  client: WebhookClient,
  delivery: ClaimedDelivery,
  clock: () => number
): Promise<AttemptResult> {
  const { id, endpointId, event, maxAttempts, url } = delivery
  const startedAt = clock()
  const body = envelope(event, delivery.data, delivery.at)
  const secrets = signingSecrets(delivery, startedAt)
  const headers = signedHeaders({ id, endpointId, event, body, secrets }, startedAt)
  const answer = await client.post(url, headers, body)
  const at = clock()
  const attempt = delivery.attempts + 1
  const settled = settle(answer, attempt, maxAttempts, at, webhooks.retryDelays)
  const durationMs = Math.max(0, Math.round(at - startedAt))
  const facts = { deliveryId: id, endpointId, orgId: delivery.orgId, event, attempt, outcome: settled.status }
  observe('delivery_attempted', { ...facts, duration: durationMs })
  return { ...settled, deliveryId: id, endpointId, attempt, at, durationMs, answer: answer.text ?? null }
}

function signingSecrets({ secret, previousSecret, previousSecretUntil }: ClaimedDelivery, now: number) {
  const overlaps = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now
  return overlaps ? [secret, previousSecret] : [secret]
}
