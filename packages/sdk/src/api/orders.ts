import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { ClaimedOrder, Order, OrderClaim, OrdersQuery, Reversal, Sale } from './shop_types.js'
import type { List } from './types.js'

/** Methods for orders that end users and merchants share. */
class OrderResource extends Resource {
  async get(id: string, options?: CallOptions): Promise<Order> {
    return (await this.read<{ order: Order }>(this.one(id), {}, options)).order
  }

  protected one(id: string): string {
    return this.at + path`/${id}`
  }
}

/** An end user's own orders. */
export class OwnOrders extends OrderResource {
  /** Newest first. */
  list(query: List = {}, options?: CallOptions): Pages<Order> {
    return this.paged(this.at, 'orders', query, options)
  }

  /** Returns one order, with its payment page while it waits for payment. */
  getWithCheckout(id: string, options?: CallOptions): Promise<ClaimedOrder> {
    return this.read(this.one(id), {}, options)
  }

  /**
   * Orders a listing of the shop. `checkout` is the payment page; the order waits for the payment.
   * @throws LatchkeyError TARGET_LICENSE_REQUIRED, CONFLICT if the listing is used up
   */
  claim(claim: OrderClaim, options?: CallOptions): Promise<ClaimedOrder> {
    return this.write('POST', this.at, claim, options)
  }
}

/** The orders of an org, or of the product of an API key. */
export class Orders extends OrderResource {
  /** Newest first. */
  list(query: OrdersQuery = {}, options?: CallOptions): Pages<Order> {
    return this.paged(this.at, 'orders', query, options)
  }

  /** Records a sale that was made elsewhere; it is fulfilled at once unless its listing is manual. */
  create(sale: Sale, options?: CallOptions): Promise<Order> {
    return this.#moved(this.at, sale, options)
  }

  /** Delivers the order. @throws LatchkeyError CONFLICT if the order is not pending */
  fulfil(id: string, options?: CallOptions): Promise<Order> {
    return this.#moved(`${this.one(id)}/fulfil`, undefined, options)
  }

  reject(id: string, why: { reason: string }, options?: CallOptions): Promise<Order> {
    return this.#moved(`${this.one(id)}/reject`, why, options)
  }

  /**
   * Reverses a fulfilled order.
   * @throws LatchkeyError CONFLICT if a license has been changed since, unless `force` is set
   */
  reverse(id: string, reversal: Reversal, options?: CallOptions): Promise<Order> {
    return this.#moved(`${this.one(id)}/reverse`, reversal, options)
  }

  async #moved(at: string, body?: object, options?: CallOptions): Promise<Order> {
    return (await this.write<{ order: Order }>('POST', at, body, options)).order
  }
}
