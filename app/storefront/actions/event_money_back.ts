import { inSavepoint } from '#kernel/database/savepoint'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { done, type EventResult } from '#storefront/rules/event_result'
import { needsTarget, sellsTime } from '#storefront/rules/listing'
import { afterLoss, isCountedLoss, isKnownLoss, isToldAgain } from '#storefront/rules/lost_money'
import { isOlder, knownPeriod, latestOf } from '#storefront/rules/paid_period'
import { lastPaid, paidTime } from '#storefront/rules/paid_periods'
import { afterDecided, afterOpened, afterTold, isOldDispute } from '#storefront/rules/payment_disputes'
import { heldByDisputes } from '#storefront/store/disputed_payment'
import { heldByEnds } from '#storefront/store/held_by_ends'
import type { LockedOrder } from '#storefront/store/lock_order'
import { takeLicenses } from '#storefront/store/lock_subject'
import { notPaidElsewhere, paidElsewhere } from '#storefront/store/paid_elsewhere'
import { isPaidOtherwise } from '#storefront/store/paid_otherwise'
import { isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'
import { forgetHolds, hold, keep, letGo } from './event_holds.js'
import { lockedOrderOf } from './event_order.js'
import { losePeriod, paysNow } from './event_periods.js'
import { givePlan } from './event_plan.js'
import { flagged, licensesOf, renew } from './event_subscription.js'
import { hasNothing, takeBackPeriods } from './event_taken_back.js'
import { rejectLocked } from './reject_order.js'
import { reverseLocked, revokeAll } from './reverse_order.js'

/**
 * Handles a full refund. It revokes the new licenses of the order, even if they were changed since. It takes back what
 * a target gained, unless the license was changed since: then it flags the order (see also `loseMoney`).
 */
export async function refund(call: EventCall): Promise<EventResult> {
  const { trx } = call
  const { now: _, ...context } = eventContext(call)
  const { event, subject } = call
  if (isToldAgain(event, subject.latest)) return done('The refund is known already', subject.orderId)
  const isKnown = isKnownLoss(event, subject.latest)
  const { order, lost, had } = await loseMoney(call)
  if (lost) return lost
  if (isTargetReversed(order) && !isKnown) return takeBackPeriods(call, order, had)
  if (order.state !== 'fulfilled') return done(`The order is ${order.state}`, order.id)
  const isTarget = needsTarget(order.listing.kind)
  // The days of a renewal that is paid by periods go with these.
  const keepsTime =
    had > 0 && (subject.latest.before !== undefined || order.effect?.terms?.after.expirationMode === 'fixed')
  // A reversal returns the pieces before it can fail, so a failure must undo that too.
  try {
    await inSavepoint(trx, () =>
      reverseLocked(trx, order, { force: !isTarget, keepsTime }, { ...context, clock: call.clock })
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await flagOrder(trx, order.id, 'changed_since')
    return done('The license was changed since: the order is flagged', order.id)
  }
  if (isTarget && (keepsTime || !sellsTime(order.listing.kind))) await takeBackPeriods(call, order, had)
  return done('The order is reversed', order.id)
}

/**
 * Records that the money of a payment is gone, and returns its locked order. `lost` is the result if the order keeps or
 * has no licenses: an order that is pending is rejected, and if another payment has paid for the order too, only a part
 * of the money is gone, so the order is flagged; so is a pending one with a period that was paid later. `lost` is null if
 * the licenses of the order lose what was paid. `had` is until when its periods have paid for a target until then.
 */
async function loseMoney(
  call: EventCall
): Promise<{ order: LockedOrder; lost: EventResult | null; had: Millis }> {
  const { trx, event, subject } = call
  const { now, reason } = eventContext(call)
  const order = await lockedOrderOf(call)
  const sold = await soldOrderOf(trx, subject)
  const had = paidTime(subject, sold)
  if (!isCountedLoss(event, subject.latest)) losePeriod(call)
  Object.assign(subject.latest, afterLoss(event, subject.latest, now))
  const isPending = order.state === 'pending'
  const left = lastPaid(subject.latest.periods)
  if (isPending && (left !== null || isOlder(event, subject.latest.period))) {
    if (left !== null && subject.latest.unused !== undefined)
      subject.latest.unused = Math.min(subject.latest.unused, left)
    await flagOrder(trx, order.id, 'partial_refund')
    return { order, had, lost: done('Another period is paid for: the order is flagged', order.id) }
  }
  // The next period is a new payment, and the events about this one are not.
  if (subject.licenseIds.length === 0) subject.periodEnd = knownPeriod(subject)
  else subject.latest.lost = latestOf(subject.latest.lost, subject.latest.unused) ?? undefined
  delete subject.latest.unused
  // The licenses did not get the plan either: the next change to its price gives it.
  if (subject.latest.plan !== undefined) subject.listingId = order.listingId
  delete subject.latest.plan
  if ((isPending || order.state === 'fulfilled') && (await isPaidOtherwise(trx, subject))) {
    await flagOrder(trx, order.id, 'partial_refund')
    return {
      order,
      had,
      lost: done('Another payment has paid for the order too: the order is flagged', order.id),
    }
  }
  if (!isPending) return { order, had, lost: null }
  await rejectLocked(trx, order, reason ?? event.type, now)
  return { order, had, lost: done('The order is rejected', order.id) }
}

/**
 * Handles an opened dispute: suspends the ACTIVE licenses until the dispute is decided. An order that waits for its
 * merchant cannot be fulfilled until then. The target of a reversed order has nothing from the payment, so it stays as
 * it is, unless later periods have given it time.
 */
export async function openDispute(call: EventCall): Promise<EventResult> {
  const { event, subject, now } = call
  if (isOldDispute(event, subject.latest)) return done('The dispute is over already', subject.orderId)
  const order = await lockedOrderOf(call)
  const isNothing = hasNothing(call, order)
  const after = isNothing ? afterTold : afterOpened
  Object.assign(subject.latest, after(event, subject.latest, now))
  if (isNothing) return reversed(call)
  if (subject.licenseIds.length === 0) return without(order)
  const locked = await licensesOf(call)
  // An EXPIRED license cannot be suspended: it is once it is paid again.
  forgetHolds(subject, locked)
  await hold(call, locked)
  // If another payment is disputed already, both disputes hold the suspension: the last decision ends it. If a
  // subscription has ended, the suspension stays also if the subscription is paid again meanwhile.
  keep(subject, await heldByDisputes(call.trx, subject, locked))
  keep(subject, await heldByEnds(call.trx, subject, locked))
  return done('The license is suspended', subject.orderId)
}

/**
 * Handles a dispute that the merchant has won. It ends the suspensions that events have made, and no others, and none
 * that the end of the subscription or another dispute keeps (see `letAllGo`).
 */
export async function winDispute(call: EventCall): Promise<EventResult> {
  const { event, subject, now } = call
  if (isOldDispute(event, subject.latest)) return done('Another dispute was opened since', subject.orderId)
  const order = await lockedOrderOf(call)
  Object.assign(subject.latest, afterDecided(event, subject.latest, now))
  if (subject.licenseIds.length === 0) return without(order)
  const sold = await soldOrderOf(call.trx, subject)
  const { after, staying, disputed } = await letAllGo(call, paysNow(call, sold))
  if (subject.latest.open === undefined) await giveUnused(call, order, sold)
  if (after.length === 0 && disputed.length > 0) {
    return done('Another payment is disputed: the license stays suspended', subject.orderId)
  }
  if (after.length === 0 && staying.length > 0) {
    return done('The subscription has ended: suspend', subject.orderId)
  }
  const held = after.filter(({ status }) => status === 'SUSPENDED' || status === 'REVOKED')
  return flagged(call.trx, subject, held, 'The suspension has ended')
}

/**
 * Gives the licenses the period and the plan that a disputed payment had paid for before another payment fulfilled the
 * order: the dispute is won, so they count. An addon or an upgrade gets no time by it, as by any first period.
 */
async function giveUnused(call: EventCall, order: LockedOrder, sold: SoldOrder) {
  const { event, subject } = call
  const { unused, plan, period } = subject.latest
  if (unused === undefined && plan === undefined) return
  if (isTargetReversed(sold)) return takeLicenses(subject, subject.licenseIds)
  await givePaidPlan(call, order)
  if (unused === undefined || !sellsTime(sold.listing.kind)) return takeLicenses(subject, subject.licenseIds)
  delete subject.latest.unused
  delete subject.latest.plan
  await renew({ ...call, event: { ...event, periodEnd: unused, occurredAt: period ?? event.occurredAt } })
}

/** Gives the licenses the plan of the listing whose price the subscription has changed to before its dispute. */
async function givePaidPlan(call: EventCall, order: LockedOrder) {
  const { listingId } = call.subject
  if (listingId === null || listingId === order.listingId) return
  await givePlan(call, order, { licenses: await licensesOf(call), listingId, before: order.listing })
}

/**
 * Handles a dispute that the merchant has lost: revokes the licenses (see also `loseMoney`). If the order keeps its
 * licenses, or if the target of a reversed order has nothing from the payment, this only ends the suspension that the
 * dispute has made (see `letAllGo`).
 */
export async function loseDispute(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  const isKnown = isKnownLoss(event, subject.latest)
  const { order, lost, had } = await loseMoney(call)
  // A lost dispute always counts, also if a newer event about it is known.
  Object.assign(subject.latest, afterDecided(event, subject.latest, now))
  if (lost || isTargetReversed(order)) {
    await letAllGo(call)
    if (lost) return lost
    return isKnown ? reversed(call) : takeBackPeriods(call, order, had)
  }
  if (subject.licenseIds.length === 0) return without(order)
  await revokeAll(trx, await licensesOf(call), eventContext(call))
  return done('The license is revoked', subject.orderId)
}

/**
 * Ends the suspensions that events have made, and returns the licenses `after` that. Licenses whose suspension the end of a
 * subscription keeps (see `heldByEnds`), and that no other subscription pays for, are `staying` as they are. So are those that
 * are `disputed`: the dispute about another payment is still open. `isPaid` is true if the subject itself pays for them now.
 */
async function letAllGo(call: EventCall, isPaid = false) {
  const { trx, subject } = call
  const locked = await licensesOf(call)
  const disputed = await heldByDisputes(trx, subject, locked)
  const stopped = await heldByEnds(trx, subject, locked)
  if (isPaid) keep(subject, stopped)
  const staying =
    stopped.length > 0 && !isPaid
      ? notPaidElsewhere(stopped, await paidElsewhere(trx, subject), call.now)
      : []
  const after: LicenseState[] = []
  for (const state of locked)
    if (!staying.includes(state) && !disputed.includes(state)) after.push(await letGo(call, state))
  return { after, staying, disputed }
}

/** The result of a dispute about an order without licenses. */
function without({ id, state }: LockedOrder): EventResult {
  return done(state === 'pending' ? 'The order waits for its merchant' : `The order is ${state}`, id)
}

const reversed = ({ subject }: EventCall) => done('The order is reversed', subject.orderId)
