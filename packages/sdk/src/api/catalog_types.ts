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
/** `confirm` allows the removal of features that licenses have. */
export type ProductChanges = BodyOf<ProductsUpdateData>
export type NewTier = BodyOf<TiersStoreData>
/** `confirm` allows changes that take something away from licenses. */
export type TierChanges = BodyOf<TiersUpdateData>
export type TierCopy = BodyOf<TiersDuplicateData>
export type NewApiKey = BodyOf<ApiKeysStoreData>
export type Permission = NewApiKey['permissions'][number]
export type WhoAmI = DataOf<IntrospectionsShowResponse>

export type NewBlacklistEntry = BodyOf<KeyedBlacklistsStoreData>
export type BlacklistQuery = QueryOf<KeyedBlacklistsIndexData>

export type Metric = TimeSeries['metric']
/** The range of a time series, and its metric. */
export type SeriesQuery = Omit<QueryOf<AnalyticsSeriesData>, 'metric' | 'groupBy'> & { metric: Metric }
export type SeriesSetQuery = Omit<QueryOf<AnalyticsSeriesData>, 'metric'> & { metrics: Metric[] }

/** An end user whom your server vouches for: `externalId` or `email`, and optional details. */
export type Exchange = BodyOf<ExchangesStoreData>
export type Exchanged = DataOf<ExchangesStoreResponse>
