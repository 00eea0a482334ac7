import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import { Resource } from './resource.js'
import type { Domain, NewDomain } from './shop_types.js'

/** The domains of an org, verified by a TXT record. */
export class Domains extends Resource {
  async list(options?: CallOptions): Promise<Domain[]> {
    return (await this.read<{ domains: Domain[] }>(this.at, {}, options)).domains
  }

  /** Claims a domain: add the `records` of the response to its DNS, then call `verify`. */
  async create(domain: NewDomain, options?: CallOptions): Promise<Domain> {
    return (await this.write<{ domain: Domain }>('POST', this.at, domain, options)).domain
  }

  async get(id: string, options?: CallOptions): Promise<Domain> {
    return (await this.read<{ domain: Domain }>(this.#one(id), {}, options)).domain
  }

  /**
   * Looks up the DNS record.
   * @throws LatchkeyError DNS_NOT_FOUND, TOKEN_MISMATCH; CONFLICT while the domain is verified for another org
   */
  async verify(id: string, options?: CallOptions): Promise<Domain> {
    return (await this.write<{ domain: Domain }>('POST', `${this.#one(id)}/verify`, undefined, options))
      .domain
  }

  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.#one(id), undefined, options)).id
  }

  #one(id: string): string {
    return this.at + path`/${id}`
  }
}
