import type { ListingSettings } from './listing.js'
import type { ShopState } from './processor.js'

/**
 * Whether a listing can be shown: money for something that is handed out at once needs a processor whose events are
 * verified (contract/10-storefront#103-listings).
 */
export function mayPublish(
  { price, fulfilment }: Pick<ListingSettings, 'price' | 'fulfilment'>,
  state: ShopState
): boolean {
  return price === null || fulfilment === 'manual' || state === 'ready'
}
