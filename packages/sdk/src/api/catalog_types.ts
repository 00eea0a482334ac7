import type { KeyedBlacklistsIndexData, KeyedBlacklistsStoreData } from '../generated/types.js'
import type { BodyOf, Moment, QueryOf } from './sent.js'
import type { LicenseStatus, Policy } from './types.js'

export type Product = {
  id: string
  orgId: string
  name: string
  keyPrefix: string | null
  policy: Partial<Policy> | null
  createdAt: string
  updatedAt: string
}
export type ProductFields = {
  name: string
  keyPrefix?: string | null
  policy?: Partial<Policy>
}

export type ApiKey = {
  id: string
  name: string
  permissions: string[]
  last4: string
  expiresAt: string | null
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}
/** A key with its two secrets, which only creation and rotation show. */
export type IssuedApiKey = {
  id: string
  productId: string
  name: string
  permissions: string[]
  last4: string
  expiresAt: string | null
  createdAt: string
  key: string
  signingSecret: string
}
export type NewApiKey = { name: string; permissions: string[]; expiresAt?: Moment | null }

export type WhoAmI = { apiKeyId: string; productId: string; orgId: string; permissions: string[] }

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
