import { envelope } from '#kernel/outbox/events'
import { settle } from '#webhooks/rules/outcome'
import { webhooks } from '#config/webhooks'
import type { ClaimedDelivery } from './claims.js'
import type { AttemptResult } from './results.js'
import { signedHeaders } from './signatures.js'
import type WebhookClient from './webhook_client.js'

/**
 * Makes the next attempt of a delivery and judges what came of it; the caller writes that down. `clock` gives
 * milliseconds since the epoch.
 */
export async function attemptDelivery(
  client: WebhookClient,
  delivery: ClaimedDelivery,
  clock: () => number = Date.now
): Promise<AttemptResult> {
  const { id, endpointId, event, maxAttempts, url } = delivery
  const startedAt = clock()
  const body = envelope(event, delivery.data, delivery.at)
  const secrets = signingSecrets(delivery, startedAt)
  const headers = signedHeaders({ id, endpointId, event, body, secrets }, startedAt)
  const answer = await client.post(url, headers, body)
  const at = clock()
  const attempt = delivery.attempts + 1
  return {
    ...settle(answer, attempt, maxAttempts, at, webhooks.retryDelays),
    deliveryId: id,
    endpointId,
    attempt,
    at,
    durationMs: Math.max(0, Math.round(at - startedAt)),
  }
}

function signingSecrets({ secret, previousSecret, previousSecretUntil }: ClaimedDelivery, now: number) {
  const overlaps = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now
  return overlaps ? [secret, previousSecret] : [secret]
}
