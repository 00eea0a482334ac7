import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { NewTier, Tier, TierChanges, TierCopy } from './catalog_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { List } from './types.js'

/** The tiers of a product, as an API key with `product:read` reads them. */
export class TierList extends Resource {
  #single: string

  /** @internal */
  constructor(transport: Transport, at: string, single = at) {
    super(transport, at)
    this.#single = single
  }

  /** By their position. */
  list(query: List = {}, options?: CallOptions): Pages<Tier> {
    return this.paged(this.at, 'tiers', query, options)
  }

  async get(tierId: string, options?: CallOptions): Promise<Tier> {
    return (await this.read<{ tier: Tier }>(this.of(tierId), {}, options)).tier
  }

  protected of(tierId: string): string {
    return this.#single + path`/${tierId}`
  }
}

/** The tiers of a product, as those have them who own it. */
export class Tiers extends TierList {
  /** @internal */
  constructor(transport: Transport, at: string) {
    super(transport, at, '/v1/dashboard/tiers')
  }

  async create(tier: NewTier, options?: CallOptions): Promise<Tier> {
    return (await this.write<{ tier: Tier }>('POST', this.at, tier, options)).tier
  }

  /**
   * Changes a tier; what it gives reaches its licenses at once. `affected` is from how many it has taken something.
   * @throws LatchkeyError VALIDATION_ERROR for such a change without `confirm`
   */
  update(
    tierId: string,
    changes: TierChanges,
    options?: CallOptions
  ): Promise<{ tier: Tier; affected: number }> {
    return this.write('PATCH', this.of(tierId), changes, options)
  }

  /** A copy under a code of its own, for who changes a tier and keeps old licenses as they are. */
  async duplicate(tierId: string, copy: TierCopy, options?: CallOptions): Promise<Tier> {
    return (await this.write<{ tier: Tier }>('POST', `${this.of(tierId)}/duplicate`, copy, options)).tier
  }

  /** @throws LatchkeyError CONFLICT while it has licenses */
  async delete(tierId: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.of(tierId), undefined, options)).id
  }
}
