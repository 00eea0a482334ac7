import type { ListingSettings } from './listing.js'
import type { ShopState } from './processor.js'

/**
 * Whether a listing can be shown: money for something that is handed out at once needs a processor whose events are
 * verified (contract/10-storefront#103-listings).
 */
export function mayPublish(listing: Sold, state: ShopState): boolean {
  return !needsProcessor(listing) || state === 'ready'
}

type Sold = Pick<ListingSettings, 'price' | 'fulfilment'>

/** Whether a listing costs money and is handed out at once. */
export function needsProcessor({ price, fulfilment }: Sold): boolean {
  return price !== null && fulfilment === 'instant'
}
