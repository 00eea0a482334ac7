import db from '@adonisjs/lucid/services/db'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import { checkoutOf } from '#storefront/rules/checkout'
import type { Provider } from '#storefront/rules/processor'
import type { ShopOrder } from './find_order.js'

/** The checkout page of the merchant's processor, where the end user pays for an order. */
export type Checkout = { url: string }

/**
 * The provider whose checkout page takes the money for a listing; null if no processor of the org is ready. A processor
 * that the listing references decides, whatever its state, because the page is one of its provider.
 */
export async function checkoutProvider(
  executor: SqlExecutor,
  orgId: string,
  listingId: string
): Promise<Provider | null> {
  const found = await firstRow<{ provider: Provider }>(
    executor,
    `select p.provider from processors p
     where p.org_id = ? and exists (select from processors r where r.org_id = ? and r.state = 'ready')
     order by exists (select from listing_refs r where r.processor_id = p.id and r.listing_id = ?) desc,
       p.state = 'ready' desc, p.id limit 1`,
    [orgId, orgId, listingId]
  )
  return found?.provider ?? null
}

/**
 * The checkout page of an end user's order that waits for its payment; null if there is nothing to pay now
 * (contract/10-storefront#105-orders).
 */
export async function findCheckout(order: ShopOrder): Promise<Checkout | null> {
  const { price, fulfilment, checkoutUrl, id } = order.listing
  // A paid order can be pending too: it waits for the merchant.
  const isUnpaid = order.state === 'pending' && order.processorId === null
  const isDue = isUnpaid && order.source === 'claim' && price !== null
  if (!isDue || fulfilment !== 'instant' || !checkoutUrl) return null
  const provider = await checkoutProvider(db.connection(), order.orgId, id)
  return provider && { url: checkoutOf(checkoutUrl, provider, order.id) }
}
