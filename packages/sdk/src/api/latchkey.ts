import { apiKeyCredential } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path, type Query } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import { AnalyticsResource, ApiKeyList, Blacklist, EndUsers, ProductResource } from './catalog.js'
import type { WhoAmI } from './catalog_types.js'
import { Licenses } from './licenses.js'
import { TierList } from './tiers.js'
import { Operations } from './operations.js'
import { Orders } from './orders.js'
import { People } from './people.js'
import { ProductReleases } from './releases.js'

export type LatchkeyOptions = TransportOptions & {
  /** A management key; never the key of a program that customers have. */
  apiKey: string
  /** The product of the key; `Latchkey.connect` looks it up. */
  productId: string
}

export type RawCall = CallOptions & { query?: Query; body?: unknown }

/** The API for your own server with an API key: everything about the product of the key. */
export class Latchkey {
  readonly productId: string
  readonly product: ProductResource
  readonly licenses: Licenses
  readonly operations: Operations
  readonly blacklist: Blacklist
  readonly analytics: AnalyticsResource
  /** The versions of the product, with their files. */
  readonly releases: ProductReleases
  readonly apiKeys: ApiKeyList
  readonly tiers: TierList
  readonly orders: Orders
  /** Owners of licenses of the product. */
  readonly endUsers: EndUsers
  /** The end users of the whole org that the product belongs to. */
  readonly people: People
  #transport: Transport

  constructor(options: LatchkeyOptions) {
    const transport = new Transport(options, apiKeyCredential(options.apiKey))
    const at = path`/v1/products/${options.productId}`
    this.#transport = transport
    this.productId = options.productId
    this.product = new ProductResource(transport, at)
    this.licenses = new Licenses(transport, `${at}/licenses`, `${at}/licenses`)
    this.operations = new Operations(transport, `${at}/operations`)
    this.blacklist = new Blacklist(transport, `${at}/blacklist`)
    this.analytics = new AnalyticsResource(transport, `${at}/analytics`)
    this.releases = new ProductReleases(transport, `${at}/releases`)
    this.apiKeys = new ApiKeyList(transport, `${at}/api-keys`)
    this.tiers = new TierList(transport, `${at}/tiers`)
    this.orders = new Orders(transport, `${at}/orders`)
    this.endUsers = new EndUsers(transport, `${at}/end-users`)
    this.people = new People(transport, '/v1/end-users')
  }

  /** Creates a client and looks up the product of the key. @throws LatchkeyError */
  static async connect(options: Omit<LatchkeyOptions, 'productId'>): Promise<Latchkey> {
    const transport = new Transport(options, apiKeyCredential(options.apiKey))
    const { productId } = await transport.data<WhoAmI>({ method: 'GET', path: '/v1/whoami' })
    return new Latchkey({ ...options, productId })
  }

  /** Information about the key itself. */
  whoami(options?: CallOptions): Promise<WhoAmI> {
    return this.call('GET', '/v1/whoami', options)
  }

  /** Calls any route that an API key may call and returns the `data` of its response. @throws LatchkeyError */
  call<Data = unknown>(method: Method, at: string, { body, ...rest }: RawCall = {}): Promise<Data> {
    return this.#transport.data<Data>({ ...rest, method, path: at, body: jsonBody(body) })
  }
}
