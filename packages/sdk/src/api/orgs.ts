import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Org } from './account_types.js'
import { AnalyticsResource, ApiKeyList, Blacklist, ProductResource } from './catalog.js'
import type { IssuedApiKey, NewApiKey, Product, ProductFields } from './catalog_types.js'
import { Licenses } from './licenses.js'
import { Operations } from './operations.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import { AuditLog, Invites, Members } from './team.js'
import type { List, NewOrgLicenses } from './types.js'
import { Webhooks } from './webhooks.js'

/** The orgs of a user. */
export class Orgs extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Org> {
    return this.paged(this.at, 'orgs', query, options)
  }

  async create(org: { name: string }, options?: CallOptions): Promise<Org> {
    return (await this.write<{ org: Org }>('POST', this.at, org, options)).org
  }
}

/** One org. */
export class OrgResource {
  readonly licenses: Licenses<NewOrgLicenses>
  readonly operations: Operations
  readonly analytics: AnalyticsResource
  readonly products: Products
  readonly members: Members
  readonly invites: Invites
  readonly auditLog: AuditLog

  /** @internal */
  constructor(transport: Transport, at: string) {
    this.licenses = new Licenses(transport, `${at}/licenses`, '/v1/dashboard/licenses')
    this.operations = new Operations(transport, `${at}/operations`)
    this.analytics = new AnalyticsResource(transport, `${at}/licenses/analytics`)
    this.products = new Products(transport, `${at}/products`)
    this.members = new Members(transport, `${at}/members`)
    this.invites = new Invites(transport, `${at}/invites`)
    this.auditLog = new AuditLog(transport, `${at}/audit-log`)
  }
}

/** The products of an org. */
export class Products extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Product> {
    return this.paged(this.at, 'products', query, options)
  }

  async create(product: ProductFields, options?: CallOptions): Promise<Product> {
    return (await this.write<{ product: Product }>('POST', this.at, product, options)).product
  }
}

/** A product as those see it who own it. */
export class OwnedProduct extends ProductResource {
  readonly apiKeys: ApiKeys
  readonly blacklist: Blacklist
  readonly webhooks: Webhooks

  /** @internal */
  constructor(transport: Transport, at: string, productId: string) {
    super(transport, at)
    this.apiKeys = new ApiKeys(transport, `${at}/api-keys`)
    this.blacklist = new Blacklist(transport, path`/v1/dashboard/blacklists/products/${productId}`)
    this.webhooks = new Webhooks(transport, path`/v1/dashboard/webhooks/products/${productId}`)
  }

  /** @throws LatchkeyError CONFLICT while it has licenses */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }
}

/** The API keys of a product. */
export class ApiKeys extends ApiKeyList {
  /** Issues a key: `key` and `signingSecret` are shown in this answer alone. */
  async create(key: NewApiKey, options?: CallOptions): Promise<IssuedApiKey> {
    return (await this.write<{ apiKey: IssuedApiKey }>('POST', this.at, key, options)).apiKey
  }
}
