import { inSavepoint } from '#kernel/database/savepoint'
import Refusal from '#kernel/refusals/refusal'
import { done, type EventResult } from '#storefront/rules/event_result'
import { needsTarget } from '#storefront/rules/listing'
import { isOlder } from '#storefront/rules/paid_period'
import { lockOrder } from '#storefront/store/lock_order'
import { isPaidOtherwise } from '#storefront/store/paid_otherwise'
import { isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { eventContext, flagged, hold, letGo, licensesOf } from './event_subscription.js'
import { rejectLocked } from './reject_order.js'
import { reverseLocked, revokeAll } from './reverse_order.js'

/**
 * Handles a full refund. It revokes the new licenses of the order, even if they were changed since. It takes back what
 * a target gained, unless the license was changed since: then it flags the order. It rejects an order that is pending.
 * If another payment has paid for the order too, the refund is a part of what was paid: it only flags the order.
 */
export async function refund(call: EventCall): Promise<EventResult> {
  const { trx, source, event, subject } = call
  const { now, ...context } = eventContext(call)
  const scope = { orgId: source.orgId, productId: null, actor: context.actor }
  const order = await lockOrder(trx, scope, subject.orderId!)
  subject.latest.refund = event.occurredAt || now
  delete subject.latest.unused
  const isOpen = order.state === 'pending' || order.state === 'fulfilled'
  if (isOpen && (await isPaidOtherwise(trx, subject))) {
    await flagOrder(trx, order.id, 'partial_refund')
    return done('Another payment has paid for the order too: the order is flagged', order.id)
  }
  if (order.state === 'pending') {
    await rejectLocked(trx, order, context.reason ?? event.type, now)
    return done('The order is rejected', order.id)
  }
  if (order.state !== 'fulfilled') return done(`The order is ${order.state}`, order.id)
  // A reversal returns the pieces before it can fail, so a failure must undo that too.
  try {
    await inSavepoint(trx, () =>
      reverseLocked(trx, order, !needsTarget(order.listing.kind), { ...context, clock: call.clock })
    )
    return done('The order is reversed', order.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await flagOrder(trx, order.id, 'changed_since')
    return done('The license was changed since: the order is flagged', order.id)
  }
}

/**
 * Handles an opened dispute: suspends the ACTIVE licenses until the dispute is decided. The target of a reversed order
 * has nothing from the payment, so it stays as it is.
 */
export async function openDispute(call: EventCall): Promise<EventResult> {
  if (isOldDispute(call)) return done('The dispute is over already', call.subject.orderId)
  if (isTargetReversed(await soldOrderOf(call.trx, call.subject))) return reversed(call)
  await hold(call, await licensesOf(call))
  call.subject.latest.open = call.subject.latest.dispute
  return done('The license is suspended', call.subject.orderId)
}

/**
 * Handles a dispute that the merchant has won. It ends the suspensions that events have made, and no others. Licenses
 * stay suspended if their subscription has ended and its listing suspends at the end.
 */
export async function winDispute(call: EventCall): Promise<EventResult> {
  const { subject } = call
  if (isOldDispute(call)) return done('Another dispute was opened since', subject.orderId)
  delete subject.latest.open
  if (staysSuspended(call, await soldOrderOf(call.trx, subject))) {
    return done('The subscription has ended: suspend', subject.orderId)
  }
  const after = []
  for (const state of await licensesOf(call)) after.push(await letGo(call, state))
  const held = after.filter(({ status }) => status === 'SUSPENDED' || status === 'REVOKED')
  return flagged(call.trx, subject, held, 'The suspension has ended')
}

/**
 * Handles a dispute that the merchant has lost: revokes the licenses. The target of a reversed order has nothing from the
 * payment, so this only ends the suspension that the dispute has made.
 */
export async function loseDispute(call: EventCall): Promise<EventResult> {
  delete call.subject.latest.open
  call.subject.latest.refund = call.event.occurredAt || call.now
  const sold = await soldOrderOf(call.trx, call.subject)
  if (isTargetReversed(sold)) {
    if (!staysSuspended(call, sold)) for (const state of await licensesOf(call)) await letGo(call, state)
    return reversed(call)
  }
  await revokeAll(call.trx, await licensesOf(call), eventContext(call))
  return done('The license is revoked', call.subject.orderId)
}

/** Returns whether the end of the subscription keeps its licenses suspended. */
function staysSuspended({ subject }: EventCall, { listing }: SoldOrder): boolean {
  return subject.endedAt !== null && listing.onEnd === 'suspend'
}

const reversed = ({ subject }: EventCall) => done('The order is reversed', subject.orderId)

/** Returns true if a newer event about disputes was processed. Otherwise records this one as the newest. */
function isOldDispute({ event, subject, now }: EventCall): boolean {
  if (isOlder(event, subject.latest.dispute)) return true
  subject.latest.dispute = event.occurredAt || now
  return false
}
