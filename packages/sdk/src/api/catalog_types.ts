import type {
  AnalyticsSeriesData,
  ApiKeysStoreData,
  ExchangesStoreData,
  ExchangesStoreResponse,
  IntrospectionsShowResponse,
  KeyedBlacklistsIndexData,
  KeyedBlacklistsStoreData,
  ProductsStoreData,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type {
  ApiKey,
  EndUser,
  IssuedApiKey,
  LicenseAnalytics,
  Product,
  TimeSeries,
} from '../generated/types.js'

export type ProductFields = BodyOf<ProductsStoreData>
export type NewApiKey = BodyOf<ApiKeysStoreData>
export type Permission = NewApiKey['permissions'][number]
export type WhoAmI = DataOf<IntrospectionsShowResponse>

export type NewBlacklistEntry = BodyOf<KeyedBlacklistsStoreData>
export type BlacklistQuery = QueryOf<KeyedBlacklistsIndexData>

export type SeriesQuery = QueryOf<AnalyticsSeriesData>
export type Metric = SeriesQuery['metric']

/** Somebody whom your server vouches for: `externalId` or `email`, and what you know of them. */
export type Exchange = BodyOf<ExchangesStoreData>
export type Exchanged = DataOf<ExchangesStoreResponse>
