import { ensureEndUser } from '#end_users/actions/ensure_end_user'
import type { EndUserName } from '#end_users/rules/named_person'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { partsOfName } from '#kernel/text/name'
import { done, ignored, type EventResult } from '#storefront/rules/event_result'
import { needsTarget } from '#storefront/rules/listing'
import type { NormalEvent } from '#storefront/rules/normal_event'
import { MOST_PIECES, type OrderFlag } from '#storefront/rules/order'
import { isPaidLess, paidPeriodOf } from '#storefront/rules/paid'
import { isRefunded, refundsAfter } from '#storefront/rules/lost_money'
import { latestOf, pastPeriod } from '#storefront/rules/paid_period'
import { isLostBefore } from '#storefront/rules/paid_periods'
import { paymentDisputed } from '#storefront/store/disputed_payment'
import { takePaidPieces } from '#storefront/store/listing_supply'
import { lockOrder, type LockedOrder } from '#storefront/store/lock_order'
import { takeLicenses } from '#storefront/store/lock_subject'
import { buyerOf } from '#storefront/store/buyer_of'
import { ordersBefore } from '#storefront/store/orders_before'
import { mailPaid } from '#storefront/store/mail_order'
import { recordPayment } from '#storefront/store/record_payment'
import { flagOrder, keepPending, writeOrder } from '#storefront/store/write_order'
import type { EventCall, EventSource } from './event_call.js'
import { flagClaimedOtherwise, needsApproval } from './event_claim.js'
import { beginPeriod } from './event_first_period.js'
import { fulfilPaid } from './event_fulfilment.js'
import { listingOf, paidPiecesOf, pricedListingOf } from './event_listing.js'
import { orderOfEvent } from './event_order.js'
import { forgetPeriods, loseOwnPeriod } from './event_periods.js'
import { renew } from './event_subscription.js'

const SYSTEM = { type: 'system', id: null } as const

/**
 * Handles a purchase. It fulfils the pending order that the subject already has or that the event names (see
 * `orderOfEvent`), or else makes an order for the listing of its price. A renewal may also belong to an order of a
 * processor that was removed. A payment for a rejected, expired or reversed order makes a new order for the same end
 * user; later events of that payment are about the new order, although they name the old one. A fulfilled order gives
 * nothing a second time. A period that was paid before the order could be fulfilled, also by another subscription,
 * counts as if this event named it, if it ends later. While the payment is disputed, the order waits. So does one that
 * only its merchant may fulfil.
 */
export async function buy(call: EventCall): Promise<EventResult> {
  const { trx, event, subject } = call
  const named = (await orderOfEvent(call)) ?? (event.orderId === null ? await orderBefore(call) : null)
  if (named?.state === 'fulfilled') return link(call, named)
  const isWaiting = named?.state === 'pending'
  // A repeated purchase event changes nothing, but a renewal is a new payment, unless its money is gone.
  const isOver = named && !isWaiting && named.id === subject.orderId
  const isGone = isRefunded(event, subject.latest)
  if (isOver && (isGone || event.type === 'purchase.paid')) {
    subject.periodEnd = latestOf(paidPeriodOf(event), subject.periodEnd)
    if (isGone) loseOwnPeriod(call)
    return done(isGone ? 'The payment was refunded since' : `The order is ${named.state}`, named.id)
  }
  if (isWaiting && isLostBefore(event, { ...subject.latest, periods: call.before.latest.periods })) {
    loseOwnPeriod(call)
    return done('The payment was refunded since', named.id)
  }
  const { end } = subject.latest
  const past = pastPeriod(event, { periodEnd: null, endedAt: subject.endedAt, latest: { end } })
  if (past === 'ended' && !isWaiting) return ignored('The subscription has ended since')
  const made = isWaiting ? named : await makeOrder(call, named ?? null)
  if ('result' in made) return made
  await pay(call, made)
  await flagClaimedOtherwise(call, made)
  // A period that was paid for an order that is over does not count for a new one.
  if (!isWaiting) {
    delete subject.latest.unused
    forgetPeriods(call)
  }
  const own = past === 'ended' ? null : paidPeriodOf(event)
  const periodEnd = latestOf(own, subject.latest.unused)
  if (past === 'ended') loseOwnPeriod(call)
  else notePayment(call)
  if (own !== null && past === null) subject.endedAt = null
  // While the order waits, the subscription may have changed to the price of another listing.
  if (subject.orderId !== made.id) Object.assign(subject, { orderId: made.id, listingId: made.listingId })
  const isDisputed = subject.latest.open !== undefined
  const isHeld = await needsApproval(call, made)
  try {
    if (isDisputed) throw paymentDisputed()
    if (isHeld) throw new Refusal('CONFLICT', { message: 'The payment is for no price of this listing' })
    const licenseIds = await fulfilPaid(call, made, { periodEnd, isWaiting })
    Object.assign(subject, { licenseIds, periodEnd })
    delete subject.latest.unused
    delete subject.latest.plan
    return done('The order is fulfilled', made.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (periodEnd !== null) subject.latest.unused = periodEnd
    if (isHeld) await flagOrder(trx, made.id, 'claimed_otherwise')
    else if (!isDisputed) await flagOrder(trx, made.id, 'target_inactive')
    if (await keepPending(trx, made)) await mailPaid(trx, made, error.message, call.now)
    return done(`The order waits for its merchant: ${error.message}`, made.id)
  }
}

/**
 * Links a payment to an order that is fulfilled already. The first payment gives new licenses the terms that they would
 * have if it had fulfilled the order; the period of another one can only extend them.
 */
async function link(call: EventCall, order: LockedOrder): Promise<EventResult> {
  const { event, subject } = call
  const { id, listingId, licenseIds } = order
  // The subscription may have changed to the price of another listing before the order was fulfilled.
  if (subject.orderId !== id) Object.assign(subject, { orderId: id, listingId })
  takeLicenses(subject, licenseIds)
  await flagClaimedOtherwise(call, order)
  const isFirst = order.processorId === null
  if (isFirst) await pay(call, order)
  if (event.subscription && event.periodEnd !== null) return isFirst ? beginPeriod(call) : renew(call)
  notePayment(call)
  return done('The order was fulfilled already', id)
}

/** Records when a period or the purchase was paid. An older event does not count. */
function notePayment({ event, subject: { latest }, now }: EventCall) {
  latest.period = Math.max(latest.period ?? 0, event.occurredAt || now)
  if (latest.refunds) latest.refunds = refundsAfter(event, latest)
  if (latest.paid !== undefined) latest.paid = Math.max(latest.paid, event.periodEnd ?? 0)
}

/**
 * Records the payment in an order, and flags the order if the amount is lower than the price. The amount of a proration
 * says nothing about the price.
 */
async function pay({ trx, source, event, subject }: EventCall, order: LockedOrder) {
  await recordPayment(trx, order.id, { ...event, processorId: source.id })
  // A later period may be paid at the price of another listing, which the subscription has changed to.
  const { orderId, listingId } = subject
  const isChanged = event.type !== 'purchase.paid' && orderId === order.id && listingId !== order.listingId
  if (!event.proration && !isChanged && isPaidLess(order, event))
    await flagOrder(trx, order.id, 'lower_amount')
}

/** Locks and returns the order of a subscription that is known only from a removed processor; null if there is none. */
async function orderBefore({ trx, source: { orgId }, event }: EventCall) {
  const [id] = await ordersBefore(trx, [{ orgId, event }])
  return id ? lockOrder(trx, { orgId, productId: null, actor: SYSTEM }, id) : null
}

/**
 * Links a change of an unknown subscription to its order from a removed processor, as `buy` links a renewal. Only Lemon
 * Squeezy reports renewals as changes, and its ids do not start again with a processor.
 */
export async function recallOrder(call: EventCall) {
  const { source, subject } = call
  if (subject.orderId !== null || source.provider !== 'lemonsqueezy') return
  const order = await orderBefore(call)
  if (!order) return
  const { id: orderId, listingId, licenseIds } = order
  Object.assign(subject, { orderId, listingId, licenseIds })
}

/** Makes the order of a purchase. `named` is the order that the event names, which is not pending. */
async function makeOrder(call: EventCall, named: LockedOrder | null): Promise<LockedOrder | EventResult> {
  const { trx, source, event, now } = call
  const { orgId, id: processorId } = source
  // The names in the next period of an order that is over are those of the purchase, but its price may be another one.
  const priced = call.subject.orderId === null ? null : await pricedListingOf(call)
  const listing = priced ?? (await listingOf(trx, source, event))
  if (!listing)
    return unplaced(call, `No listing has one of the references ${event.providerRefs.join(', ') || '(none)'}`)
  const same = named?.listingId === listing.id ? named : null
  const target = needsTarget(listing.kind)
    ? await targetOf(trx, source, event, same?.targetLicenseId ?? null)
    : null
  const owner = target?.ownerId ?? (named && !named.erased ? named.endUserId : null)
  const paidPieces = await paidPiecesOf(call, listing.id)
  const pieces = same?.quantity ?? Math.min(paidPieces.quantity, MOST_PIECES)
  // Only new licenses are sold in pieces (contract/10-storefront#105-orders).
  const quantity = needsTarget(listing.kind) ? 1 : pieces
  const name = owner ? { userId: owner } : await customerOf(trx, source, event)
  if (!name) return unplaced(call, 'The event names no email address')
  const { id: endUserId } = await ensureEndUser(trx, orgId, name, now, partsOfName(event.name ?? ''))
  const enough = await takePaidPieces(trx, listing.id, quantity)
  const flags: OrderFlag[] = enough ? [] : ['over_stock']
  const order = {
    orgId,
    source: 'event',
    listing,
    quantity,
    endUserId,
    flags,
    processorId,
  } as const
  const paid = {
    amount: event.amount,
    currency: event.currency,
    reference: event.ref,
    targetLicenseId: target?.id,
  }
  return writeOrder(trx, { ...order, ...paid }, now)
}

/** A payment that leads to no order yet. It waits, because another event of the same purchase may name the order. */
const unplaced = ({ subject }: EventCall, why: string): EventResult => ({
  ...ignored(why),
  waits: subject.orderId === null,
})

/**
 * The end user who pays: the one with the merchant's id of the customer, or else the one who has bought the subscription
 * that is charged once more, or else the one with the address. A new end
 * user does not get that id: it is a door of its own, so the buyer could not enter the portal by the address, which
 * nobody has proved (contract/09-end-users#92-getting-in).
 */
async function customerOf(
  trx: Trx,
  { id, orgId }: EventSource,
  { externalId, payer, email }: NormalEvent
): Promise<EndUserName | null> {
  const sql = `select id from end_users where org_id = ? and external_id = ?`
  const known = externalId && (await firstRow<{ id: string }>(trx, sql, [orgId, externalId]))
  if (known) return { userId: known.id }
  const userId = payer && (await buyerOf(trx, id, payer))
  if (userId) return { userId }
  return email ? { email } : null
}

/** The license that an event names, or else the target of its order. */
function targetOf(trx: Trx, { orgId }: EventSource, event: NormalEvent, ordered: string | null) {
  const { licenseKey } = event
  const licenseId = event.licenseId ?? (licenseKey ? null : ordered)
  if (!licenseId && !licenseKey) return null
  return firstRow<{ id: string; ownerId: string | null }>(
    trx,
    `select id, end_user_id as "ownerId" from licenses where org_id = ? and (id = ?::uuid or key = ?)
     order by id = ?::uuid desc nulls last limit 1`,
    [orgId, licenseId, licenseKey, licenseId]
  )
}
