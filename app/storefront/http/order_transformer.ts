import { iso } from '#kernel/time/iso'
import type { ShopOrder } from '#storefront/queries/find_order'
import { toListingTerms } from './storefront_transformer.js'

/** An order, as both sides see it (contract/10-storefront#105-orders). */
export function toOrder({ orgId: _, listing, createdAt, fulfilledAt, ...order }: ShopOrder) {
  return {
    ...order,
    listing: { ...listing, terms: toListingTerms(listing.terms) },
    createdAt: iso(createdAt),
    fulfilledAt: iso(fulfilledAt),
  }
}
