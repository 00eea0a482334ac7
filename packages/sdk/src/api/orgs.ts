import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Org, OrgOverview, OrgPlan } from './account_types.js'
import { AnalyticsResource, ApiKeyList, Blacklist, ProductResource } from './catalog.js'
import type { IssuedApiKey, NewApiKey, Product, ProductFields } from './catalog_types.js'
import { Domains } from './domains.js'
import { Licenses } from './licenses.js'
import { OrgOperations } from './org_operations.js'
import { Orders } from './orders.js'
import { OrgPeople } from './people.js'
import type { Pages } from './pages.js'
import { PortalSettings } from './portal_settings.js'
import { Releases } from './releases.js'
import { Resource } from './resource.js'
import { Sso } from './sso.js'
import { StorefrontResource } from './storefront.js'
import { OrgTickets } from './tickets.js'
import { AuditLog, Invites, Members } from './team.js'
import { Tiers } from './tiers.js'
import type { List, NewOrgLicenses } from './types.js'
import { OrgWebhooks, Webhooks } from './webhooks.js'

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
export class OrgResource extends Resource {
  readonly licenses: Licenses<NewOrgLicenses>
  readonly operations: OrgOperations
  readonly analytics: AnalyticsResource
  readonly products: Products
  readonly members: Members
  readonly invites: Invites
  readonly auditLog: AuditLog
  /** The end users of the org. */
  readonly endUsers: OrgPeople
  readonly tickets: OrgTickets
  /** How members sign in through the org's identity provider. */
  readonly sso: Sso
  /** The shop of the org: its listings and payment processors. */
  readonly storefront: StorefrontResource
  readonly orders: Orders
  readonly domains: Domains
  /** The settings of the org's portal for end users. */
  readonly portal: PortalSettings
  readonly webhooks: OrgWebhooks

  /** @internal */
  constructor(transport: Transport, at: string) {
    super(transport, at)
    this.licenses = new Licenses(transport, `${at}/licenses`, '/v1/dashboard/licenses')
    this.operations = new OrgOperations(transport, `${at}/operations`)
    this.analytics = new AnalyticsResource(transport, `${at}/licenses/analytics`)
    this.products = new Products(transport, `${at}/products`)
    this.members = new Members(transport, `${at}/members`)
    this.invites = new Invites(transport, `${at}/invites`)
    this.auditLog = new AuditLog(transport, `${at}/audit-log`)
    this.endUsers = new OrgPeople(transport, `${at}/end-users`)
    this.tickets = new OrgTickets(transport, `${at}/tickets`)
    this.sso = new Sso(transport, `${at}/sso`)
    this.storefront = new StorefrontResource(transport, `${at}/storefront`)
    this.orders = new Orders(transport, `${at}/orders`)
    this.domains = new Domains(transport, `${at}/domains`)
    this.portal = new PortalSettings(transport, `${at}/portal`)
    this.webhooks = new OrgWebhooks(transport, at)
  }

  async update(changes: { name: string }, options?: CallOptions): Promise<Org> {
    return (await this.write<{ org: Org }>('PATCH', this.at, changes, options)).org
  }

  /** @throws LatchkeyError CONFLICT while the org has products */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }

  /** Counts of licenses and webhooks, and the latest operations. */
  overview(options?: CallOptions): Promise<OrgOverview> {
    return this.read(`${this.at}/overview`, {}, options)
  }

  /** The plan of the org, its limits (-1 means unlimited) and its usage. */
  plan(options?: CallOptions): Promise<OrgPlan> {
    return this.read(`${this.at}/plan`, {}, options)
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

/** A product, for members of its org. */
export class OwnedProduct extends ProductResource {
  readonly apiKeys: ApiKeys
  readonly blacklist: Blacklist
  readonly webhooks: Webhooks
  readonly tiers: Tiers
  readonly releases: Releases

  /** @internal */
  constructor(transport: Transport, at: string, productId: string) {
    super(transport, at)
    this.apiKeys = new ApiKeys(transport, `${at}/api-keys`)
    this.tiers = new Tiers(transport, `${at}/tiers`)
    this.blacklist = new Blacklist(transport, path`/v1/dashboard/blacklists/products/${productId}`)
    this.webhooks = new Webhooks(transport, path`/v1/dashboard/webhooks/products/${productId}`)
    this.releases = new Releases(transport, `${at}/releases`)
  }

  /** @throws LatchkeyError CONFLICT while the product has licenses */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }
}

/** The API keys of a product. */
export class ApiKeys extends ApiKeyList {
  /** Issues a key: `key` and `signingSecret` are returned only once, in this response. */
  async create(key: NewApiKey, options?: CallOptions): Promise<IssuedApiKey> {
    return (await this.write<{ apiKey: IssuedApiKey }>('POST', this.at, key, options)).apiKey
  }
}
