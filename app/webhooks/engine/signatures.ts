import { randomBytes } from 'node:crypto'
import OpenedSecrets from '#kernel/secrets/opened_secrets'
import { deliveryHeaders, PREFIX, type Delivery } from './delivery_headers.js'

const opened = new OpenedSecrets('webhook_endpoints.secret', (secret) => secret)

/** The parts of a delivery that are signed and sent in its headers. Its secrets are encrypted. */
export type SignedDelivery = Delivery & { endpointId: string }

/** A new secret of an endpoint: `whsec_` and base64 of 32 random bytes (contract#delivery-headers). */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The headers of one attempt, signed with the decrypted secrets of the endpoint. */
export function signedHeaders({ endpointId, secrets, ...delivery }: SignedDelivery, now: number) {
  const open = secrets.map((sealed) => opened.get(sealed, endpointId))
  return deliveryHeaders({ ...delivery, secrets: open }, now)
}
