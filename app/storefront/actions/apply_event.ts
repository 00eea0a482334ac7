import { kept } from '#kernel/batching/kept'
import type { ReadMoment } from '#kernel/time/millis'
import type { Trx } from '#kernel/database/unit_of_work'
import { afterDeletion, done, ignored, type EventResult } from '#storefront/rules/event_result'
import type { NormalEvent, NormalType } from '#storefront/rules/normal_event'
import {
  licensesOfOrder,
  lockSubject,
  takeLicenses,
  writeSubject,
  type Subject,
} from '#storefront/store/lock_subject'
import { knownPeriod, prorationOf } from '#storefront/rules/paid_period'
import { soldOrderOf } from '#storefront/store/sold_order'
import { addWaiting, queueWaiting } from '#storefront/store/waiting_events'
import { flagHigherQuantity, flagOrder } from '#storefront/store/write_order'
import type { Effect, EventCall, EventSource } from './event_call.js'
import { change } from './event_change.js'
import { flagClaimedOtherwise } from './event_claim.js'
import { end } from './event_end.js'
import { beginPeriod } from './event_first_period.js'
import { isForOthers, paidPiecesOf, soldLinesOf } from './event_listing.js'
import { openDispute, loseDispute, refund, winDispute } from './event_money_back.js'
import { closeNamed } from './event_order.js'
import { pastDue } from './event_past_due.js'
import { notePeriod } from './event_periods.js'
import { buy, recallOrder } from './event_purchase.js'
import { recount, renew } from './event_subscription.js'

/** The effect of each type of event (contract/10-storefront#106-processor-events). */
const EFFECTS: Record<NormalType, Effect> = {
  'purchase.paid': (call) => (hasLicenses(call) ? again(call) : buy(call)),
  // A renewal that arrives before its purchase counts as the purchase.
  'subscription.renewed': (call) => {
    if (hasLicenses(call)) return renew(call)
    // The lines of a proration are also for the former price.
    return call.event.proration ? ifBought(buy)(call) : buy(call)
  },
  'subscription.changed': async (call) => {
    await recallOrder(call)
    return ifBought(change)(call)
  },
  'subscription.past_due': ifBought(pastDue),
  'subscription.canceled': ifBought(async ({ subject }) =>
    done('Nothing changes until the subscription ends', subject.orderId)
  ),
  'subscription.ended': ifBought(end),
  'refund.full': ifBought(refund),
  'refund.partial': ifBought(async ({ trx, subject }) => {
    if (subject.orderId) await flagOrder(trx, subject.orderId, 'partial_refund')
    return done('The order is flagged', subject.orderId)
  }),
  'dispute.opened': ifBought(openDispute),
  'dispute.won': ifBought(winDispute),
  'dispute.lost': ifBought(loseDispute),
}

/**
 * Applies an event, in the transaction of the caller. An event that arrives before its purchase waits; the purchase
 * queues it again. `eventId` is the id of the event's row, or null for a dry run, which never waits.
 */
export async function applyEvent(
  trx: Trx,
  source: EventSource,
  event: NormalEvent,
  clock: ReadMoment,
  eventId: string | null
): Promise<EventResult> {
  const subject = await subjectOf(trx, source, event)
  const now = clock()
  // The merchant may have fulfilled a pending order since the last event.
  if (subject.orderId !== null && subject.licenseIds.length === 0)
    takeLicenses(subject, await licensesOfOrder(trx, subject))
  const soldLines = kept(() => soldLinesOf(trx, source, event))
  const before = { ...subject, latest: { ...subject.latest } }
  const call = { trx, source, event, subject, before, now, clock, deleted: 0, soldLines }
  const isPayment = PAYMENTS.includes(event.type)
  if (isPayment) notePeriod(call)
  const isWithin = prorationOf(event, knownPeriod(subject)) === 'within'
  const effect = isWithin ? paidAlready : EFFECTS[event.type]
  const result = await tellDeleted(call, await effect(call))
  if (subject.orderId !== null && isPayment && !event.proration) await flagMorePaid(call, subject.orderId)
  if (result.state === 'done') await writeSubject(trx, subject, event.occurredAt || now)
  if (result.waits && eventId !== null) await addWaiting(trx, subject, { eventId, isFirst: isPayment })
  // This includes events that waited under a name that this event has linked to the purchase.
  if (subject.orderId !== null && subject.isAwaited) await queueWaiting(trx, subject, now)
  return result
}

/**
 * Locks the subject of an event. A proration becomes a payment of the subscription only if it begins a later period: its
 * own refund or dispute is not about a period that another payment has paid for. If it is the first payment that is
 * known, an earlier period tells (see `linkChange`).
 */
async function subjectOf(trx: Trx, source: EventSource, event: NormalEvent): Promise<Subject> {
  const { ref, aliases, proration, periodEnd } = event
  const names = [ref, ...aliases]
  if (!proration) return linkChange(trx, source, event, await lockSubject(trx, source, names))
  const subject = await lockSubject(trx, source, [ref])
  const past = prorationOf(event, knownPeriod(subject))
  if (past === 'later') return lockSubject(trx, source, names)
  if (past === null && periodEnd !== null) subject.latest.change = { names: aliases, periodEnd }
  return subject
}

/**
 * Links the proration that was the first known payment of a subscription, once a payment tells of an earlier period: so
 * it had begun a later one, and its refund or dispute is about that. A payment of the same period has paid for it instead.
 */
async function linkChange(trx: Trx, source: EventSource, event: NormalEvent, subject: Subject) {
  const { change: made } = subject.latest
  if (!made || !PAYMENTS.includes(event.type)) return subject
  if (event.periodEnd === null || event.periodEnd > made.periodEnd) return subject
  const isLater = event.periodEnd < made.periodEnd
  const linked = isLater ? await lockSubject(trx, source, [subject.ref, ...made.names]) : subject
  delete linked.latest.change
  return linked
}

const paidAlready: Effect = async ({ subject }) => done('The period is paid for already', subject.orderId)

/** The events that tell of money for the licenses. */
const PAYMENTS: readonly NormalType[] = ['purchase.paid', 'subscription.renewed', 'subscription.changed']

/** Flags the order of a payment for more pieces than the order has, or for another listing too. */
async function flagMorePaid(call: EventCall, orderId: string) {
  const { trx, subject } = call
  const { all, others } = await paidPiecesOf(call, subject.listingId)
  if (others) return flagOrder(trx, orderId, 'higher_quantity')
  return flagHigherQuantity(trx, orderId, all)
}

/** Flags the order of a payment for licenses that the merchant has deleted: the customer pays for nothing. */
async function tellDeleted({ trx, event, subject, deleted }: EventCall, result: EventResult) {
  if (deleted === 0) return result
  const isFlagged = subject.orderId !== null && PAYMENTS.includes(event.type)
  if (isFlagged) await flagOrder(trx, subject.orderId!, 'target_inactive')
  return afterDeletion(result, { deleted, all: subject.licenseIds.length, isFlagged })
}

function hasLicenses({ subject }: EventCall): boolean {
  return subject.licenseIds.length > 0
}

/**
 * Handles a second event of the same purchase. It may contain a paid period, or name an order. If it pays for another
 * listing only, the order is flagged: the customer has nothing of that one. An earlier period may have had another price.
 */
async function again(call: EventCall): Promise<EventResult> {
  const { trx, event, subject } = call
  await closeNamed(call)
  const isPeriod = event.subscription && event.periodEnd !== null
  const isEarlier = isPeriod && subject.periodEnd !== null && event.periodEnd! < subject.periodEnd
  if (!event.proration && !isEarlier && (!isPeriod || subject.periodEnd !== null)) {
    const { listingId } = await soldOrderOf(trx, subject)
    if (await isForOthers(call, [listingId, subject.listingId]))
      await flagOrder(trx, subject.orderId!, 'higher_quantity')
  }
  if (!isPeriod) return (await recount(call)) ?? done('The purchase is known already', subject.orderId)
  if (subject.periodEnd !== null) return renew(call)
  await flagClaimedOtherwise(call, { id: subject.orderId!, listingId: subject.listingId })
  return beginPeriod(call)
}

function ifBought(effect: Effect): Effect {
  return async (call) =>
    call.subject.orderId
      ? effect(call)
      : { ...ignored('No purchase has this reference yet: the event waits for the purchase'), waits: true }
}
