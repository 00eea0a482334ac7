import { maskedKey } from '#end_users/rules/masks'
import type { Portal } from '#end_users/rules/portal'
import { iso } from '#kernel/time/iso'
import type { ShopOrder } from '#storefront/queries/find_order'
import { toListingTerms } from './storefront_transformer.js'

/** An order as the merchant sees it (contract/10-storefront#105-orders). */
export function toOrder({ orgId: _, listing, createdAt, fulfilledAt, ...order }: ShopOrder) {
  return {
    ...order,
    listing: { ...listing, terms: toListingTerms(listing.terms) },
    createdAt: iso(createdAt),
    fulfilledAt: iso(fulfilledAt),
  }
}

/**
 * An order as its end user sees it. It shows no more about licenses than the end user's license routes
 * (contract/09-end-users#95-licenses-eu), and neither what the merchant should check nor
 * which processor was paid: whoever knows its id can send it events with wrong signatures.
 */
export function toOwnOrder(
  { listing, licenses, ...order }: ShopOrder,
  { showKeys }: Pick<Portal, 'showKeys'>
) {
  const shown = listing.metadata?.public
  const seen = toOrder({
    ...order,
    processorId: null,
    listing: {
      ...listing,
      metadata: shown === undefined ? null : { public: shown },
      policyOverride: null,
    },
    flags: [],
    licenses: showKeys ? licenses : licenses.map(({ id, key }) => ({ id, key: maskedKey(key) })),
  })
  return { ...seen, paid: order.processorId !== null }
}
