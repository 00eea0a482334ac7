import { kept } from '#kernel/batching/kept'
import type { ReadMoment } from '#kernel/time/millis'
import type { Trx } from '#kernel/database/unit_of_work'
import { afterDeletion, done, ignored, type EventResult } from '#storefront/rules/event_result'
import type { NormalEvent, NormalType } from '#storefront/rules/normal_event'
import { licensesOfOrder, lockSubject, takeLicenses, writeSubject } from '#storefront/store/lock_subject'
import { addWaiting, queueWaiting } from '#storefront/store/waiting_events'
import { flagHigherQuantity, flagOrder } from '#storefront/store/write_order'
import type { Effect, EventCall, EventSource } from './event_call.js'
import { change } from './event_change.js'
import { flagClaimedOtherwise } from './event_claim.js'
import { end } from './event_end.js'
import { beginPeriod } from './event_first_period.js'
import { paidPiecesOf, soldLinesOf } from './event_listing.js'
import { openDispute, loseDispute, refund, winDispute } from './event_money_back.js'
import { closeNamed } from './event_order.js'
import { pastDue } from './event_past_due.js'
import { buy, recallOrder } from './event_purchase.js'
import { renew } from './event_subscription.js'

/** The effect of each type of event (contract/10-storefront#106-processor-events). */
const EFFECTS: Record<NormalType, Effect> = {
  'purchase.paid': (call) => (hasLicenses(call) ? again(call) : buy(call)),
  // A renewal that arrives before its purchase counts as the purchase.
  'subscription.renewed': (call) => (hasLicenses(call) ? renew(call) : buy(call)),
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
  const subject = await lockSubject(trx, source, [event.ref, ...event.aliases])
  const now = clock()
  // The merchant may have fulfilled a pending order since the last event.
  if (subject.orderId !== null && subject.licenseIds.length === 0)
    takeLicenses(subject, await licensesOfOrder(trx, subject))
  const soldLines = kept(() => soldLinesOf(trx, source, event))
  const call = { trx, source, event, subject, now, clock, deleted: 0, soldLines }
  const result = await tellDeleted(call, await EFFECTS[event.type](call))
  if (subject.orderId !== null && PAYMENTS.includes(event.type)) await flagMorePaid(call, subject.orderId)
  if (result.state === 'done') await writeSubject(trx, subject, event.occurredAt || now)
  if (result.waits && eventId !== null) await addWaiting(trx, subject, eventId)
  // This includes events that waited under a name that this event has linked to the purchase.
  if (subject.orderId !== null && subject.isAwaited) await queueWaiting(trx, subject, now)
  return result
}

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

/** Handles a second event of the same purchase. It may contain a paid period, or name an order. */
async function again(call: EventCall): Promise<EventResult> {
  const { event, subject } = call
  await closeNamed(call)
  if (!event.subscription || event.periodEnd === null)
    return done('The purchase is known already', subject.orderId)
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
