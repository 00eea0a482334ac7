import type {
  TiersDestroyData,
  TiersDestroyResponses,
  TiersDuplicateData,
  TiersDuplicateResponses,
  TiersIndexData,
  TiersIndexResponses,
  TiersShowData,
  TiersShowResponses,
  TiersStoreData,
  TiersStoreResponses,
  TiersUpdateData,
  TiersUpdateResponses,
} from './types'
import { route } from './route'

export const listTiers = route<TiersIndexData, TiersIndexResponses>(
  'GET',
  '/v1/dashboard/products/{productId}/tiers'
)
export const readTier = route<TiersShowData, TiersShowResponses>('GET', '/v1/dashboard/tiers/{tierId}')
export const createTier = route<TiersStoreData, TiersStoreResponses>(
  'POST',
  '/v1/dashboard/products/{productId}/tiers'
)
export const changeTier = route<TiersUpdateData, TiersUpdateResponses>(
  'PATCH',
  '/v1/dashboard/tiers/{tierId}'
)
export const deleteTier = route<TiersDestroyData, TiersDestroyResponses>(
  'DELETE',
  '/v1/dashboard/tiers/{tierId}'
)
export const duplicateTier = route<TiersDuplicateData, TiersDuplicateResponses>(
  'POST',
  '/v1/dashboard/tiers/{tierId}/duplicate'
)
