import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { List } from './types.js'
import type {
  Delivery,
  DeliveryDetail,
  DeliveryList,
  NewWebhookEndpoint,
  OrgDeliveryList,
  Replay,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './webhook_types.js'

/** The webhook endpoints of all products of an org. */
export class OrgWebhooks extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<WebhookEndpoint> {
    return this.paged(`${this.at}/webhooks`, 'endpoints', query, options)
  }

  /** The deliveries to these endpoints, newest first. */
  deliveries(query: OrgDeliveryList = {}, options?: CallOptions): Pages<Delivery> {
    return this.paged(`${this.at}/deliveries`, 'deliveries', query, options)
  }
}

/** The webhook endpoints of a product and their deliveries. */
export class Webhooks extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<WebhookEndpoint> {
    return this.paged(this.at, 'endpoints', query, options)
  }

  /** Registers an endpoint: `secret` is returned only once, in this response. */
  create(endpoint: NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.#one('POST', this.at, endpoint, options)
  }

  update(id: string, changes: Partial<NewWebhookEndpoint>, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#one('PATCH', this.path(id), changes, options)
  }

  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.path(id), undefined, options)).id
  }

  /** Gives an endpoint a new secret; for 24 hours the old one signs too. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.#one('POST', `${this.path(id)}/rotate-secret`, {}, options)
  }

  /** Newest first. */
  deliveries(id: string, query: DeliveryList = {}, options?: CallOptions): Pages<Delivery> {
    return this.paged(`${this.path(id)}/deliveries`, 'deliveries', query, options)
  }

  /** One delivery with its payload and the first part of the responses. */
  async delivery(deliveryId: string, options?: CallOptions): Promise<DeliveryDetail> {
    const at = this.at + path`/deliveries/${deliveryId}`
    return (await this.read<{ delivery: DeliveryDetail }>(at, {}, options)).delivery
  }

  /** Sends `test.ping` at once. A failed attempt does not throw: check `success`. */
  test(id: string, options?: CallOptions): Promise<Delivery> {
    return this.#sent(`${this.path(id)}/test`, options)
  }

  /** Sends a delivery again, at once. */
  replay(deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.#sent(this.at + path`/deliveries/${deliveryId}/replay`, options)
  }

  /** Queues all matching deliveries of an endpoint again, and returns their number. */
  async replayAll(id: string, which: Replay, options?: CallOptions): Promise<number> {
    return (await this.write<{ count: number }>('POST', `${this.path(id)}/replay`, which, options)).count
  }

  protected path(id: string): string {
    return this.at + path`/${id}`
  }

  async #one<Endpoint>(method: 'POST' | 'PATCH', at: string, body: object, options?: CallOptions) {
    return (await this.write<{ endpoint: Endpoint }>(method, at, body, options)).endpoint
  }

  async #sent(at: string, options?: CallOptions) {
    return (await this.write<{ delivery: Delivery }>('POST', at, {}, options)).delivery
  }
}
