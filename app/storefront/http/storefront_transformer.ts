import { iso } from '#kernel/time/iso'
import type { Shop } from '#storefront/queries/find_shop'
import type { FullStorefront } from '#storefront/queries/find_storefront'
import type { ShopListing, ListingTerms } from '#storefront/rules/listing'

/** A storefront as its merchant sees it (contract/10-storefront#102-setup). */
export function toStorefront({ suspendedAt, ...storefront }: FullStorefront) {
  return {
    ...storefront,
    suspended: suspendedAt !== null,
    createdAt: iso(storefront.createdAt),
    updatedAt: iso(storefront.updatedAt),
  }
}

/** The terms of a listing in an answer. */
export function toListingTerms(terms: ListingTerms | null) {
  return terms && { ...terms, expiresAt: iso(terms.expiresAt ?? null) }
}

/** A listing as its merchant sees it (contract/10-storefront#103-listings). */
export function toListing(listing: ShopListing) {
  const { orgId: _, createdAt, updatedAt, terms, ...shown } = listing
  return { ...shown, terms: toListingTerms(terms), createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}

/** A listing as visitors see it: the offer and its price. */
export function toPublicListing(listing: ShopListing) {
  const { id, productId, name, description, position, kind, price, fulfilment } = listing
  const { perCustomer, extendDays, checkoutUrl } = listing
  const shown = { id, productId, name, description, position, kind, price, fulfilment }
  return { ...shown, perCustomer, extendDays, checkoutUrl }
}

/** A shop as visitors see it (contract/10-storefront#104-public). */
export function toShop({ org, storefront, portal, listings }: Shop) {
  const { id, name, slug, url, hostnames, description, currency, supportEmail, termsUrl, theme } = storefront
  const shown = { id, name, slug, url, hostnames, description, currency, supportEmail, termsUrl, theme }
  return { org, storefront: shown, portal, listings: listings.map(toPublicListing) }
}
