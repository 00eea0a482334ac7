import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { NewTier, Tier, TierChanges, TierCopy } from './catalog_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { List } from './types.js'

/** The tiers of a product, for an API key with `product:read`. */
export class TierList extends Resource {
  #single: string

  /** @internal */
  constructor(transport: Transport, at: string, single = at) {
    super(transport, at)
    this.#single = single
  }

  /** Ordered by position. */
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

/** The tiers of a product, for members of its org. */
export class Tiers extends TierList {
  /** @internal */
  constructor(transport: Transport, at: string) {
    super(transport, at, '/v1/dashboard/tiers')
  }

  async create(tier: NewTier, options?: CallOptions): Promise<Tier> {
    return (await this.write<{ tier: Tier }>('POST', this.at, tier, options)).tier
  }

  /**
   * Changes a tier; its licenses change at once. `affected` is the number of licenses that lose something.
   * @throws LatchkeyError VALIDATION_ERROR if licenses lose something and `confirm` is missing
   */
  update(
    tierId: string,
    changes: TierChanges,
    options?: CallOptions
  ): Promise<{ tier: Tier; affected: number }> {
    return this.write('PATCH', this.of(tierId), changes, options)
  }

  /** Copies a tier under another code, for example to change the copy and keep old licenses unchanged. */
  async duplicate(tierId: string, copy: TierCopy, options?: CallOptions): Promise<Tier> {
    return (await this.write<{ tier: Tier }>('POST', `${this.of(tierId)}/duplicate`, copy, options)).tier
  }

  /** @throws LatchkeyError CONFLICT while the tier has licenses */
  async delete(tierId: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.of(tierId), undefined, options)).id
  }
}
