import type {
  ApiKeysDestroyData,
  ApiKeysDestroyResponses,
  ApiKeysIndexData,
  ApiKeysIndexResponses,
  ApiKeysRotateData,
  ApiKeysRotateResponses,
  ApiKeysStoreData,
  ApiKeysStoreResponses,
  BlacklistsBulkData,
  BlacklistsBulkResponses,
  BlacklistsDestroyData,
  BlacklistsDestroyResponses,
  BlacklistsIndexData,
  BlacklistsIndexResponses,
  ProductsDestroyData,
  ProductsDestroyResponses,
  ProductsIndexData,
  ProductsIndexResponses,
  ProductsShowData,
  ProductsShowResponses,
  ProductsStoreData,
  ProductsStoreResponses,
  ProductsUpdateData,
  ProductsUpdateResponses,
} from './types'
import { route } from './route'

const PRODUCT = '/v1/dashboard/products/{productId}'
const BLACKLIST = '/v1/dashboard/blacklists/products/{productId}'

export const listProducts = route<ProductsIndexData, ProductsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/products'
)
export const createProduct = route<ProductsStoreData, ProductsStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/products'
)
export const readProduct = route<ProductsShowData, ProductsShowResponses>('GET', PRODUCT)
export const changeProduct = route<ProductsUpdateData, ProductsUpdateResponses>('PATCH', PRODUCT)
export const deleteProduct = route<ProductsDestroyData, ProductsDestroyResponses>('DELETE', PRODUCT)
export const listApiKeys = route<ApiKeysIndexData, ApiKeysIndexResponses>('GET', `${PRODUCT}/api-keys`)
export const createApiKey = route<ApiKeysStoreData, ApiKeysStoreResponses>('POST', `${PRODUCT}/api-keys`)
export const rotateApiKey = route<ApiKeysRotateData, ApiKeysRotateResponses>(
  'POST',
  '/v1/dashboard/api-keys/{id}/rotate'
)
export const revokeApiKey = route<ApiKeysDestroyData, ApiKeysDestroyResponses>(
  'DELETE',
  '/v1/dashboard/api-keys/{id}'
)
export const listBlacklist = route<BlacklistsIndexData, BlacklistsIndexResponses>('GET', BLACKLIST)
export const addToBlacklist = route<BlacklistsBulkData, BlacklistsBulkResponses>('POST', `${BLACKLIST}/bulk`)
export const removeFromBlacklist = route<BlacklistsDestroyData, BlacklistsDestroyResponses>(
  'DELETE',
  `${BLACKLIST}/{entryId}`
)
