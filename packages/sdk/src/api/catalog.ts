import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type {
  ApiKey,
  BlacklistQuery,
  EndUser,
  Exchange,
  Exchanged,
  LicenseAnalytics,
  NewBlacklistEntry,
  Product,
  ProductChanges,
  SeriesQuery,
  SeriesSetQuery,
  TimeSeries,
  TimeSeriesSet,
} from './catalog_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { BlacklistEntry, List } from './types.js'

/** One product. */
export class ProductResource extends Resource {
  async get(options?: CallOptions): Promise<Product> {
    return (await this.read<{ product: Product }>(this.at, {}, options)).product
  }

  /** Changes a product; a policy or a list of features replaces the old one as a whole. */
  async update(changes: ProductChanges, options?: CallOptions): Promise<Product> {
    return (await this.write<{ product: Product }>('PATCH', this.at, changes, options)).product
  }
}

/** The HWIDs and addresses that are blocked for a product. */
export class Blacklist extends Resource {
  list(query: BlacklistQuery = {}, options?: CallOptions): Pages<BlacklistEntry> {
    return this.paged(this.at, 'entries', query, options)
  }

  /** @throws LatchkeyError CONFLICT if the entry exists */
  async add(entry: NewBlacklistEntry, options?: CallOptions): Promise<BlacklistEntry> {
    return (await this.write<{ entry: BlacklistEntry }>('POST', this.at, entry, options)).entry
  }

  /** Adds up to 10,000 entries. */
  addMany(
    entries: NewBlacklistEntry[],
    options?: CallOptions
  ): Promise<{ added: number; duplicates: number }> {
    return this.write('POST', `${this.at}/bulk`, { entries }, options)
  }

  async remove(entryId: string, options?: CallOptions): Promise<string> {
    const at = this.at + path`/${entryId}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }
}

/** Counts and time series. */
export class AnalyticsResource extends Resource {
  licenses(query: { productId?: string } = {}, options?: CallOptions): Promise<LicenseAnalytics> {
    return this.read(this.at, query, options)
  }

  series(query: SeriesQuery, options?: CallOptions): Promise<TimeSeries> {
    return this.read(`${this.at}/timeseries`, query, options)
  }

  /** Several series over one range: for several metrics, or split by product or reason. */
  async seriesSet({ metrics, ...query }: SeriesSetQuery, options?: CallOptions): Promise<TimeSeriesSet> {
    const asked = { ...query, metric: metrics.join(',') }
    const answer = await this.read<TimeSeriesSet | TimeSeries>(`${this.at}/timeseries`, asked, options)
    if ('series' in answer) return answer
    const { metric, points, ...range } = answer
    return { ...range, tz: query.tz ?? 'UTC', series: [{ metric, points }] }
  }
}

/** The API keys of a product, without their secrets. */
export class ApiKeyList extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<ApiKey> {
    return this.paged(this.at, 'apiKeys', query, options)
  }
}

/** People who hold licenses. */
export class EndUsers extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<EndUser> {
    return this.paged(this.at, 'endUsers', query, options)
  }

  /** Signs in a user of your own site as an end user; the tokens open licenses of this product only. */
  exchange(person: Exchange, options?: CallOptions): Promise<Exchanged> {
    return this.write('POST', `${this.at}/exchange`, person, options)
  }
}
