import type {
  ListingsDestroyData,
  ListingsDestroyResponses,
  ListingsIndexData,
  ListingsIndexResponses,
  ListingsPublishData,
  ListingsPublishResponses,
  ListingsShowData,
  ListingsShowResponses,
  ListingsStoreData,
  ListingsStoreResponses,
  ListingsUnpublishData,
  ListingsUnpublishResponses,
  ListingsUpdateData,
  ListingsUpdateResponses,
  StorefrontsDestroyData,
  StorefrontsDestroyResponses,
  StorefrontsShowData,
  StorefrontsShowResponses,
  StorefrontsUpdateData,
  StorefrontsUpdateResponses,
} from './types'
import { route } from './route'

export const readStorefront = route<StorefrontsShowData, StorefrontsShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/storefront'
)
export const saveStorefront = route<StorefrontsUpdateData, StorefrontsUpdateResponses>(
  'PUT',
  '/v1/dashboard/orgs/{orgId}/storefront'
)
export const deleteStorefront = route<StorefrontsDestroyData, StorefrontsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/storefront'
)
export const listListings = route<ListingsIndexData, ListingsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/storefront/listings'
)
export const createListing = route<ListingsStoreData, ListingsStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/listings'
)
export const readListing = route<ListingsShowData, ListingsShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/storefront/listings/{listingId}'
)
export const changeListing = route<ListingsUpdateData, ListingsUpdateResponses>(
  'PATCH',
  '/v1/dashboard/orgs/{orgId}/storefront/listings/{listingId}'
)
export const archiveListing = route<ListingsDestroyData, ListingsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/storefront/listings/{listingId}'
)
export const publishListing = route<ListingsPublishData, ListingsPublishResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/listings/{listingId}/publish'
)
export const unpublishListing = route<ListingsUnpublishData, ListingsUnpublishResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/storefront/listings/{listingId}/unpublish'
)
