import type { Trx } from '#kernel/database/unit_of_work'
import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses } from '#licensing/store/license_ledger'
import { done, ignored, type EventResult } from '#storefront/rules/event_result'
import { needsTarget, sellsTime } from '#storefront/rules/listing'
import { isRefunded, refundsAfter } from '#storefront/rules/lost_money'
import { isOlder, pastPeriod } from '#storefront/rules/paid_period'
import { isPeriodGone, lastSold, paidTime } from '#storefront/rules/paid_periods'
import { paidUntil, renewedUntil, untilWithout } from '#storefront/rules/renewal'
import { expiryWithout } from '#storefront/rules/subscription_end'
import { changeTarget } from '#storefront/store/change_target'
import { heldByDisputes } from '#storefront/store/disputed_payment'
import { heldByEnds } from '#storefront/store/held_by_ends'
import { isHeldByMerchant } from '#storefront/store/held_by_merchant'
import type { Subject } from '#storefront/store/lock_subject'
import { notPaidElsewhere, paidElsewhere } from '#storefront/store/paid_elsewhere'
import { expiresAsIssued, isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'
import { holdRevived, keep, letGo } from './event_holds.js'
import { loseOwnPeriod, namesItsPayment, paysNow } from './event_periods.js'

/** Locks and returns the licenses of an event's subject. What the event does from now on is dated after these locks. */
export async function licensesOf(call: EventCall): Promise<LicenseState[]> {
  const { trx, source, subject } = call
  const scope = { orgId: source.orgId, productId: null, actor: { type: 'system', id: null } as const }
  const locked = await lockLicenses(trx, scope, subject.licenseIds)
  call.now = call.clock()
  call.deleted = subject.licenseIds.length - locked.length
  return locked
}

/**
 * Handles a paid period, unless its money is known to be gone. The expiry only moves forward. While a dispute about a
 * payment of the order is open, the license stays suspended. If the end of another subscription has suspended it, it is
 * ACTIVE again while this one pays for it. A license that stays REVOKED or SUSPENDED gets the paid time too: it is there if
 * the merchant restores the license.
 */
export async function renew(call: EventCall): Promise<EventResult> {
  const { trx, event, subject } = call
  const { periodEnd } = event
  if (periodEnd === null) return done('The event names no period', subject.orderId)
  if (namesItsPayment(call) && isRefunded(event, subject.latest)) {
    subject.latest.lost = Math.max(subject.latest.lost ?? 0, periodEnd)
    loseOwnPeriod(call)
    return (await recount(call)) ?? done('The payment was refunded since', subject.orderId)
  }
  const past = pastPeriod(event, subject)
  if (past === 'ended') return (await recount(call)) ?? renewEnded(call, periodEnd)
  if (past === 'paid')
    return (await recount(call)) ?? done('A later period is paid for already', subject.orderId)
  const sold = await soldOrderOf(trx, subject)
  if (past === 'late') return renewLate(call, sold, periodEnd)
  const until = periodEnd + sold.listing.graceDays * DAY
  const held: LicenseState[] = []
  const locked = await licensesOf(call)
  subject.endedAt = null
  const disputed = await heldByDisputes(trx, subject, locked)
  const stopped = await heldByEnds(trx, subject, locked)
  for (const state of locked) {
    rememberBefore(call, sold, state, until)
    const isDisputed = disputed.includes(state)
    const isStopped = stopped.includes(state) && !isDisputed
    const isPaid = paysNow(call, sold)
    // From now on it is as if this subscription had made the suspension, so it can end it.
    if (isStopped && isPaid) keep(subject, [state])
    const before = isDisputed || (isStopped && !isPaid) ? state : await letGo(call, state)
    if (before.status === 'REVOKED' || (before.status === 'SUSPENDED' && !isDisputed)) held.push(before)
    await holdRevived(call, before, await extend(call, sold, before, until))
  }
  subject.periodEnd = periodEnd
  subject.latest.period = event.occurredAt || call.now
  if (subject.latest.refunds) subject.latest.refunds = refundsAfter(event, subject.latest)
  delete subject.latest.paid
  // A reversal has taken the grant or the tier, and the period does not give it back.
  if (isTargetReversed(sold) && !sellsTime(sold.listing.kind))
    await flagOrder(trx, subject.orderId!, 'target_inactive')
  return flagged(trx, subject, held, 'The period is extended')
}

/**
 * Handles a period of a subscription that has ended since, and gives no more than that end. If the end suspends or revokes,
 * it has taken no time, and that of an addon or an upgrade has given none. If the end has named this period, it is paid from
 * now on, so that no earlier failure takes it back. One that is no later than the known one is remembered: a refund may be
 * about it, or about the later one.
 */
async function renewEnded(call: EventCall, periodEnd: Millis): Promise<EventResult> {
  const { event, now } = call
  const { latest, orderId, periodEnd: known } = call.subject
  if (known !== null && periodEnd <= known) {
    if (latest.end !== periodEnd || known !== periodEnd)
      return done('The period is paid for already', orderId)
    latest.period = Math.max(latest.period ?? 0, event.occurredAt || now)
    delete latest.paid
    return done('The subscription has ended since: it lasts to the end of this period', orderId)
  }
  const sold = await soldOrderOf(call.trx, call.subject)
  const { kind, onEnd } = sold.listing
  // The first period of an addon or an upgrade gives no time.
  const isNothing = sellsTime(kind) ? onEnd === 'expire' : known === null
  if (isNothing || sold.state !== 'fulfilled') return ignored('The subscription has ended since')
  return renewLate(call, sold, periodEnd)
}

/**
 * Handles a payment whose period ends before the known one, or is not told. It may tell that the target has a later period to
 * get, because that was taken for the first of an addon, which gives no time, or that this one is the last whose money is not
 * gone. Null if the subscription has paid for no more time than before the event.
 */
export async function recount(call: EventCall): Promise<EventResult | null> {
  const { event, subject } = call
  const { periodEnd: known, latest } = subject
  if (known === null || !event.subscription || (event.periodEnd ?? 0) >= known) return null
  // A newer event tells of a shorter period that follows: the price has changed.
  if (!isPeriodGone(latest.periods, known) && !isOlder(event, latest.period)) return null
  const sold = await soldOrderOf(call.trx, subject)
  if (!needsTarget(sold.listing.kind) || paidTime(subject, sold) <= paidTime(call.before, sold)) return null
  const { end, at } = lastSold(subject, sold)!
  const { period = 0 } = latest
  subject.periodEnd = null
  const periodEnd = subject.endedAt === null ? end : Math.min(end, latest.end ?? end)
  // It may not be the payment of this event.
  const result = await renew({ ...call, event: { ...event, periodEnd, occurredAt: at, aliases: [] } })
  subject.periodEnd = known
  latest.period = Math.max(period, latest.period ?? 0)
  return result
}

/**
 * Handles a paid period of a subscription that has ended since. The license lasts as it would if the event had arrived
 * before the end: without the grace if it just expires, as one does that another subscription pays for. It stays
 * suspended or revoked by `onEnd`.
 */
async function renewLate(call: EventCall, sold: SoldOrder, periodEnd: Millis): Promise<EventResult> {
  const { event, subject } = call
  const isReversed = isTargetReversed(sold)
  if (sold.state === 'reversed' && !isReversed) return ignored('The subscription has ended since')
  const { graceDays } = sold.listing
  const onEnd = isReversed ? 'expire' : sold.listing.onEnd
  const locked = await licensesOf(call)
  const lost =
    onEnd === 'expire' ? [] : notPaidElsewhere(locked, await paidElsewhere(call.trx, subject), call.now)
  for (const before of locked) {
    const own = Math.min(periodEnd, subject.latest.end ?? periodEnd)
    const until = lost.includes(before) ? periodEnd + graceDays * DAY : own
    rememberBefore(call, sold, before, until)
    const after = await extend(call, sold, before, until)
    await holdRevived(call, before, after, onEnd === 'suspend' && lost.includes(before))
  }
  subject.periodEnd = periodEnd
  subject.latest.period = event.occurredAt || call.now
  return done('The subscription has ended since: it lasts to the end of this period', subject.orderId)
}

/** Moves the expiry of a license to the end of what is paid for. Returns the state of the license afterwards. */
async function extend(call: EventCall, sold: SoldOrder, before: LicenseState, until: Millis) {
  // A license that was sold without an expiry gets one from the paid period, unless someone has set it to never since.
  const isNever = before.expirationMode === 'never'
  const rented = isNever ? await expiresAsIssued(call.trx, sold, before.id) : !needsTarget(sold.listing.kind)
  const terms = paidUntil(before, until, call.now, rented)
  return changeTarget(call.trx, before, { terms }, eventContext(call))
}

/**
 * Records the expiry that a target has without its order and the later periods of the subscription, if this period extends
 * it: the end of an addon or an upgrade leaves it, and so does the refund of a reversed order's periods.
 */
function rememberBefore(call: EventCall, sold: SoldOrder, state: LicenseState, until: Millis) {
  const { before, now } = call
  const limit = effectiveExpiresAt(state, now)
  const { latest } = call.subject
  if (!needsTarget(sold.listing.kind) || limit === null) return
  if (until <= limit && latest.before === undefined) return
  const given = isTargetReversed(sold) ? undefined : sold.effect?.terms
  const own = given ? untilWithout(given, state, now) : limit
  const claim = Math.max(paidTime(before, sold), given ? renewedUntil(given, state, now) : 0)
  latest.before = latest.before === undefined ? (own ?? limit) : expiryWithout(limit, claim, latest.before)
}

/**
 * Flags the order for the merchant if there are `held` licenses: events do not end those suspensions or revocations. The
 * flag tells those of a person or an API key from those of earlier events.
 */
export async function flagged(
  trx: Trx,
  subject: Subject,
  held: LicenseState[],
  result: string
): Promise<EventResult> {
  if (held.length === 0) return done(result, subject.orderId)
  const flag = (await isHeldByMerchant(trx, held)) ? 'held_by_merchant' : 'target_inactive'
  if (subject.orderId) await flagOrder(trx, subject.orderId, flag)
  return done(`${result}; a license stays ${held[0].status}, and the order is flagged`, subject.orderId)
}
