import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Processors } from './processors.js'
import { Resource } from './resource.js'
import type { Listing, ListingChanges, NewListing, Storefront, StorefrontSetup } from './shop_types.js'
import type { List } from './types.js'

/** The storefront of an org. */
export class StorefrontResource extends Resource {
  readonly listings: Listings
  readonly processors: Processors

  /** @internal */
  constructor(transport: Transport, at: string) {
    super(transport, at)
    this.listings = new Listings(transport, `${at}/listings`)
    this.processors = new Processors(transport, `${at}/processors`)
  }

  /** @throws LatchkeyError NOT_FOUND if the org has no storefront */
  async get(options?: CallOptions): Promise<Storefront> {
    return (await this.read<{ storefront: Storefront }>(this.at, {}, options)).storefront
  }

  /** Creates the storefront, or replaces all its texts. */
  async set(storefront: StorefrontSetup, options?: CallOptions): Promise<Storefront> {
    return (await this.write<{ storefront: Storefront }>('PUT', this.at, storefront, options)).storefront
  }

  /** @throws LatchkeyError CONFLICT while orders are pending */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }
}

/** The listings of an org. */
export class Listings extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Listing> {
    return this.paged(this.at, 'listings', query, options)
  }

  /** Creates a listing; visitors see it once it is published. */
  create(listing: NewListing, options?: CallOptions): Promise<Listing> {
    return this.#changed('POST', this.at, listing, options)
  }

  async get(id: string, options?: CallOptions): Promise<Listing> {
    return (await this.read<{ listing: Listing }>(this.#one(id), {}, options)).listing
  }

  update(id: string, changes: ListingChanges, options?: CallOptions): Promise<Listing> {
    return this.#changed('PATCH', this.#one(id), changes, options)
  }

  /** @throws LatchkeyError PROCESSOR_NOT_READY if the listing needs immediate payment */
  publish(id: string, options?: CallOptions): Promise<Listing> {
    return this.#changed('POST', `${this.#one(id)}/publish`, undefined, options)
  }

  unpublish(id: string, options?: CallOptions): Promise<Listing> {
    return this.#changed('POST', `${this.#one(id)}/unpublish`, undefined, options)
  }

  /** Archives a listing for good; its orders keep their copies of it. */
  async archive(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.#one(id), undefined, options)).id
  }

  async #changed(method: 'POST' | 'PATCH', at: string, body?: object, options?: CallOptions) {
    return (await this.write<{ listing: Listing }>(method, at, body, options)).listing
  }

  #one(id: string): string {
    return this.at + path`/${id}`
  }
}
