import type {
  ApiKeysStoreData,
  IntrospectionsShowResponse,
  KeyedBlacklistsIndexData,
  KeyedBlacklistsStoreData,
  ProductsStoreData,
} from '../generated/types.js'
import type { BodyOf, DataOf, Moment, QueryOf } from './document_types.js'
import type { LicenseStatus } from './types.js'

export type { ApiKey, IssuedApiKey, Product } from '../generated/types.js'

export type ProductFields = BodyOf<ProductsStoreData>
export type NewApiKey = BodyOf<ApiKeysStoreData>
export type Permission = NewApiKey['permissions'][number]
export type WhoAmI = DataOf<IntrospectionsShowResponse>

export type NewBlacklistEntry = BodyOf<KeyedBlacklistsStoreData>
export type BlacklistQuery = QueryOf<KeyedBlacklistsIndexData>

export type Analytics = {
  total: number
  byStatus: Record<LicenseStatus, number>
  byProduct: { productId: string; productName: string; count: number }[]
}
export type Metric = 'created' | 'activated' | 'authorized' | 'denied' | 'revoked'
export type SeriesQuery = {
  metric: Metric
  from?: Moment
  to?: Moment
  interval?: 'hour' | 'day'
  productId?: string
}
export type Series = {
  metric: Metric
  interval: 'hour' | 'day'
  from: string
  to: string
  points: { at: string; count: number }[]
}

export type EndUser = {
  id: string
  username: string | null
  email: string | null
  banned: boolean
  createdAt: string
}
