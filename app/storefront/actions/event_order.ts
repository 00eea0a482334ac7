import { lockOrders, type LockedOrder } from '#storefront/store/lock_order'
import { takeLicenses } from '#storefront/store/lock_subject'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { isTrusted } from './event_claim.js'
import { rejectLocked } from './reject_order.js'

/** The order of an event's subject, and another one that the event names; both are locked. */
type OrdersOfEvent = { own: LockedOrder | undefined; named: LockedOrder | undefined }

/**
 * Locks and returns the order that a purchase is about; undefined if there is none. An order that an earlier event of
 * the same purchase has made gives way to the pending one that this event names, unless it is fulfilled or closed: that
 * event could not know for which order and license the money was.
 */
export async function orderOfEvent(call: EventCall): Promise<LockedOrder | undefined> {
  const { own, named } = await lockOrdersOf(call)
  if (own?.state !== 'pending' || own.source !== 'event' || named?.state !== 'pending') return own ?? named
  await rejectLocked(call.trx, own, paidAs(named), call.now)
  // The earlier event has found its listing by the price, which this one may not say.
  const isOther = own.listingId !== named.listingId
  if (isOther && !isTrusted(call)) await flagOrder(call.trx, named.id, 'claimed_otherwise')
  return named
}

/** Locks and returns the order of an event's subject. The merchant may have fulfilled it while this waited for the lock. */
export async function lockedOrderOf(call: EventCall): Promise<LockedOrder> {
  const { subject } = call
  const { own } = await lockOrdersOf(call)
  if (subject.licenseIds.length === 0) takeLicenses(subject, own!.licenseIds)
  return own!
}

/**
 * Rejects the pending order that an event names if an earlier event of the same purchase has made another order for the
 * same listing, which has the licenses: nobody must pay for it again. If that order is for another end user or license,
 * it is flagged: the merchant decides who was meant.
 */
export async function closeNamed(call: EventCall) {
  const { trx, event, subject, now } = call
  if (event.orderId === null || event.orderId === subject.orderId) return
  const { own, named } = await lockOrdersOf(call)
  if (own?.state !== 'fulfilled' || own.source !== 'event') return
  if (named?.state !== 'pending' || named.listingId !== own.listingId) return
  await rejectLocked(trx, named, paidAs(own), now)
  const isSame = named.endUserId === own.endUserId && named.targetLicenseId === own.targetLicenseId
  if (!isSame) await flagOrder(trx, own.id, 'claimed_otherwise')
}

const paidAs = ({ number }: LockedOrder) => `Paid as order #${number}`

async function lockOrdersOf({ trx, source, event, subject }: EventCall): Promise<OrdersOfEvent> {
  const ids = [subject.orderId, event.orderId].filter((id) => id !== null)
  const scope = { orgId: source.orgId, productId: null, actor: { type: 'system', id: null } as const }
  const orders = await lockOrders(trx, scope, ids)
  const own = orders.find(({ id }) => id === subject.orderId)
  return { own, named: orders.find((order) => order !== own) }
}
