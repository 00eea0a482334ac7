import type { ListingSettings } from './listing.js'
import type { ShopState } from './processor.js'

/**
 * Returns whether a listing can be published. A listing that has a price and is fulfilled instantly needs a processor
 * whose events are verified (contract/10-storefront#103-listings).
 */
export function mayPublish(listing: Sold, state: ShopState): boolean {
  return !needsProcessor(listing) || state === 'ready'
}

type Sold = Pick<ListingSettings, 'price' | 'fulfilment'>

/** Returns whether a listing has a price and is fulfilled instantly. */
export function needsProcessor({ price, fulfilment }: Sold): boolean {
  return price !== null && fulfilment === 'instant'
}
