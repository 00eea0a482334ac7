import type {
  AnalyticsSeriesData,
  ApiKeysStoreData,
  ExchangesStoreData,
  ExchangesStoreResponse,
  IntrospectionsShowResponse,
  KeyedBlacklistsIndexData,
  KeyedBlacklistsStoreData,
  ProductsStoreData,
  ProductsUpdateData,
  TiersDuplicateData,
  TiersStoreData,
  TiersUpdateData,
  TimeSeries,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type {
  ApiKey,
  EndUser,
  IssuedApiKey,
  LicenseAnalytics,
  Product,
  Tier,
  TimeSeries,
  TimeSeriesSet,
} from '../generated/types.js'

export type ProductFields = BodyOf<ProductsStoreData>
/** `confirm` withdraws features that licenses have. */
export type ProductChanges = BodyOf<ProductsUpdateData>
export type NewTier = BodyOf<TiersStoreData>
/** `confirm` takes something away from licenses. */
export type TierChanges = BodyOf<TiersUpdateData>
export type TierCopy = BodyOf<TiersDuplicateData>
export type NewApiKey = BodyOf<ApiKeysStoreData>
export type Permission = NewApiKey['permissions'][number]
export type WhoAmI = DataOf<IntrospectionsShowResponse>

export type NewBlacklistEntry = BodyOf<KeyedBlacklistsStoreData>
export type BlacklistQuery = QueryOf<KeyedBlacklistsIndexData>

export type Metric = TimeSeries['metric']
/** The range of time series, and what is counted. */
export type SeriesQuery = Omit<QueryOf<AnalyticsSeriesData>, 'metric' | 'groupBy'> & { metric: Metric }
export type SeriesSetQuery = Omit<QueryOf<AnalyticsSeriesData>, 'metric'> & { metrics: Metric[] }

/** Somebody whom your server vouches for: `externalId` or `email`, and what you know of them. */
export type Exchange = BodyOf<ExchangesStoreData>
export type Exchanged = DataOf<ExchangesStoreResponse>
