import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { PublicListing } from './shop_types.js'
import type { List } from './types.js'

/** The public listings of a shop. */
export class ShopListings extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<PublicListing> {
    return this.paged(this.at, 'listings', query, options)
  }

  async get(id: string, options?: CallOptions): Promise<PublicListing> {
    return (await this.read<{ listing: PublicListing }>(this.at + path`/${id}`, {}, options)).listing
  }
}
