import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** What the secret of an endpoint begins with; base64 of its bytes follows (contract#delivery-headers). */
export const PREFIX = 'whsec_'

/** The keys of an endpoint's secret, one for each form of signature. Keep them: to make them costs more than to sign. */
export type SigningKeys = { plain: KeyObject; standard: KeyObject }

/** One delivery with the keys that sign it: the current ones first, and those before them while they still sign. */
export type Delivery = { id: string; event: string; body: string; keys: SigningKeys[] }

/**
 * The plain signature is keyed with the whole secret string (interface#63-request-headers-of-a-delivery), that of Standard
 * Webhooks with the bytes that the secret stands for.
 */
export function signingKeysOf(secret: string): SigningKeys {
  return {
    plain: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  }
}

/**
 * The headers of one attempt (interface#63-request-headers-of-a-delivery, contract#delivery-headers), with those of
 * Standard Webhooks beside them. After a rotation the old secret signs too: second in `webhook-signature`, and in
 * `X-Service-Signature-Previous`. `now` in milliseconds.
 */
export function deliveryHeaders({ id, event, body, keys }: Delivery, now: number) {
  const seconds = String(Math.floor(now / 1000))
  const [current, previous] = keys
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-signature': plainSignature(current.plain, body),
    'x-service-event': event,
    'x-service-delivery': id,
    'x-service-timestamp': seconds,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': [current, previous]
      .filter((one) => one !== undefined)
      .map(({ standard }) => standardSignature(standard, `${id}.${seconds}.${body}`))
      .join(' '),
  }
  if (previous !== undefined) headers['x-service-signature-previous'] = plainSignature(previous.plain, body)
  return headers
}

/** Hex HMAC-SHA256 of the raw body. */
function plainSignature(key: KeyObject, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

/** Base64 HMAC-SHA256, as Standard Webhooks has it. */
function standardSignature(key: KeyObject, content: string): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
