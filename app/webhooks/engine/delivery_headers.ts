import { createHmac } from 'node:crypto'

/** The prefix of an endpoint's secret; base64 of the secret's bytes follows (contract#delivery-headers). */
export const PREFIX = 'whsec_'

/** A delivery with the secrets that sign it: the current one, then the previous one while it is still valid. */
export type Delivery = { id: string; event: string; body: string; secrets: string[] }

/**
 * The headers of one attempt (interface#63-request-headers-of-a-delivery, contract#delivery-headers), including those
 * of Standard Webhooks. After a rotation the previous secret also signs: second in `webhook-signature`, and in
 * `X-Service-Signature-Previous`. `now` is in milliseconds.
 */
export function deliveryHeaders({ id, event, body, secrets }: Delivery, now: number) {
  const seconds = String(Math.floor(now / 1000))
  const [current, previous] = secrets
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-signature': plainSignature(current, body),
    'x-service-event': event,
    'x-service-delivery': id,
    'x-service-timestamp': seconds,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': [current, previous]
      .filter((secret) => secret !== undefined)
      .map((secret) => standardSignature(secret, `${id}.${seconds}.${body}`))
      .join(' '),
  }
  if (previous !== undefined) headers['x-service-signature-previous'] = plainSignature(previous, body)
  return headers
}

/** Hex HMAC-SHA256 of the raw body; the key is the whole secret string (interface#63-request-headers-of-a-delivery). */
function plainSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** Standard Webhooks: base64 HMAC-SHA256; the key is the bytes that the secret encodes. */
function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
