import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import type { OrderEffect, OrderFlag } from '#storefront/rules/order'

/** An order that an event of a processor makes and fulfils at once. */
export type FulfilledOrder = {
  id: string
  orgId: string
  processorId: string
  number: number
  listing: SoldListing
  quantity: number
  amount: number | null
  currency: string | null
  endUserId: string
  reference: string
  flags: OrderFlag[]
  licenseIds: string[]
  effect: OrderEffect
}

/** Writes such orders and their events, in two statements for any number of orders. */
export async function writeFulfilledOrders(trx: Trx, orders: FulfilledOrder[], now: Millis) {
  const at = new Date(now)
  await rows(
    trx,
    `insert into orders (id, org_id, product_id, number, state, source, listing_id, listing, quantity, amount, currency,
       end_user_id, license_ids, effect, reference, processor_id, flags, created_at, fulfilled_at)
     select v.id, v."orgId", (v.listing ->> 'productId')::uuid, v.number, 'fulfilled', 'event',
       (v.listing ->> 'id')::uuid, v.listing, v.quantity, v.amount, v.currency, v."endUserId", v."licenseIds", v.effect,
       v.reference, v."processorId", v.flags, ?, ?
     from jsonb_to_recordset(?::jsonb) as v (id uuid, "orgId" uuid, number int, listing jsonb, quantity int,
       amount bigint, currency text, "endUserId" uuid, "licenseIds" uuid[], effect jsonb, reference text,
       "processorId" uuid, flags text[])`,
    [at, at, JSON.stringify(orders)]
  )
  await recordEvents(trx, orders.flatMap(eventsOf), now)
}

function eventsOf({ id: orderId, orgId, endUserId, licenseIds, listing }: FulfilledOrder) {
  const { id: listingId, productId } = listing
  const data = { orderId, listingId, endUserId }
  return [
    { orgId, productId, name: 'order.created' as const, data },
    { orgId, productId, name: 'order.fulfilled' as const, data: { ...data, licenseIds } },
  ]
}
