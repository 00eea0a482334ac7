import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import { ORDER_LIFE, type OrderEffect, type OrderFlag, type OrderSource } from '#storefront/rules/order'
import type { LockedOrder } from './lock_order.js'

/** The fields of a new order. Its state is pending. */
export type NewOrder = {
  orgId: string
  source: OrderSource
  listing: SoldListing
  quantity: number
  endUserId: string
  targetLicenseId?: string | null
  reference?: string | null
  processorId?: string | null
  /** The paid amount from an event. If it is missing, the order has the price of the listing. */
  amount?: number | null
  currency?: string | null
  note?: string | null
  flags?: OrderFlag[]
}

/**
 * Writes a pending order and its event, and returns the order, which this transaction has locked. Call it late in the
 * transaction, because it locks the order numbers of the org until the transaction ends.
 */
export async function writeOrder(trx: Trx, order: NewOrder, now: Millis): Promise<LockedOrder> {
  const { orgId, source, listing, quantity, endUserId, targetLicenseId = null } = order
  const { reference = null, processorId = null, note = null, flags = [] } = order
  const amount = order.amount ?? (listing.price && listing.price.amount * quantity)
  const currency = order.currency ?? listing.price?.currency ?? null
  const { id: listingId, productId } = listing
  const id = newId()
  const [number] = await takeOrderNumbers(trx, [orgId])
  await rows(
    trx,
    `insert into orders (id, org_id, product_id, number, state, source, listing_id, listing, quantity, amount, currency,
       end_user_id, target_license_id, reference, processor_id, note, flags, created_at, due_at)
     values (?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::text[], ?, ?)`,
    [
      ...[
        id,
        orgId,
        productId,
        number,
        source,
        listingId,
        JSON.stringify(listing),
        quantity,
        amount,
        currency,
      ],
      ...[endUserId, targetLicenseId, reference, processorId, note, flags],
      ...[new Date(now), new Date(now + ORDER_LIFE)],
    ]
  )
  const data = { orderId: id, listingId, endUserId }
  await recordEvents(trx, [{ orgId, productId, name: 'order.created', data }], now)
  const made = {
    id,
    orgId,
    productId,
    number,
    state: 'pending',
    source,
    listingId,
    listing,
    quantity,
    endUserId,
  } as const
  return {
    ...made,
    targetLicenseId,
    processorId,
    licenseIds: [],
    effect: null,
    createdAt: now,
    erased: false,
  }
}

/** Takes an order number for each entry: numbers count from 1 in each org, without gaps. */
export async function takeOrderNumbers(trx: Trx, orgIds: string[]): Promise<number[]> {
  const next = new Map<string, number>()
  for (const orgId of [...new Set(orgIds)].toSorted()) {
    const count = orgIds.filter((one) => one === orgId).length
    const counter = await firstRow<{ value: number }>(
      trx,
      `insert into org_counters (org_id, name, value) values (?, 'orders', ?)
       on conflict (org_id, name) do update set value = org_counters.value + excluded.value returning value`,
      [orgId, count]
    )
    next.set(orgId, counter!.value - count + 1)
  }
  return orgIds.map((orgId) => {
    const number = next.get(orgId)!
    next.set(orgId, number + 1)
    return number
  })
}

/** Adds a flag to an order, so that its merchant checks it. A flag that is set already is not added again. */
export async function flagOrder(trx: Trx, orderId: string, flag: OrderFlag) {
  await rows(
    trx,
    `update orders set flags = array_append(flags, ?::text) where id = ? and not ? = any(flags)`,
    [flag, orderId, flag]
  )
}

/** Flags an order whose payment is for more pieces than the order has: its customer has fewer licenses than were paid. */
export async function flagHigherQuantity(trx: Trx, orderId: string, quantity: number) {
  if (quantity === 1) return
  const sql = `select 1 from orders where id = ? and quantity < ?::bigint`
  if (await firstRow(trx, sql, [orderId, quantity])) await flagOrder(trx, orderId, 'higher_quantity')
}

/**
 * Keeps a locked pending order until its merchant fulfils or rejects it, however long that takes: it is paid. Returns
 * false if that is so already.
 */
export async function keepPending(
  trx: Trx,
  { orgId, id }: Pick<LockedOrder, 'orgId' | 'id'>
): Promise<boolean> {
  const sql = `update orders set due_at = null where org_id = ? and id = ? and due_at is not null returning id`
  return (await firstRow(trx, sql, [orgId, id])) !== null
}

/** Writes what a locked order has changed. */
export async function writeEffect(
  trx: Trx,
  { orgId, id }: Pick<LockedOrder, 'orgId' | 'id'>,
  effect: OrderEffect
) {
  const sql = `update orders set effect = ? where org_id = ? and id = ?`
  await rows(trx, sql, [JSON.stringify(effect), orgId, id])
}
