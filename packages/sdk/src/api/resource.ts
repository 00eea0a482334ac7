import { jsonBody } from '../core/json_body.js'
import type { Query } from '../core/query.js'
import type { CallOptions, Method, Transport } from '../core/transport.js'
import { Pages, type Page } from './pages.js'

/** Base of the resources of the API. */
export class Resource {
  /** @internal */
  constructor(
    protected readonly transport: Transport,
    protected readonly at: string
  ) {}

  protected read<Data>(path: string, query?: object, options?: CallOptions): Promise<Data> {
    return this.transport.data<Data>({ ...options, method: 'GET', path, query: query as Query })
  }

  protected write<Data>(method: Method, path: string, body?: object, options?: CallOptions): Promise<Data> {
    return this.transport.data<Data>({ ...options, method, path, body: jsonBody(body) })
  }

  /** A list whose entries are in the field `name` of the response. */
  protected paged<Item>(path: string, name: string, query: object = {}, options?: CallOptions): Pages<Item> {
    const { cursor: start, ...rest } = query as { cursor?: string }
    const read = async (cursor: string): Promise<Page<Item>> => {
      const data = await this.read<Record<string, unknown>>(path, { ...rest, cursor }, options)
      const { [name]: items, nextCursor = null, pagination } = data
      return { items, nextCursor, ...(pagination ? { pagination } : {}) } as Page<Item>
    }
    return new Pages(read, start)
  }
}
