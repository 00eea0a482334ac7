import { inSavepoint } from '#kernel/database/savepoint'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { assertLasts, paidFulfilment, paidPeriod } from '#storefront/rules/paid'
import { latestOf } from '#storefront/rules/paid_period'
import type { LockedOrder } from '#storefront/store/lock_order'
import { soldOrderOf } from '#storefront/store/sold_order'
import { waitedFor } from '#storefront/store/waited_for'
import type { EventCall } from './event_call.js'
import { fulfilLocked } from './fulfil_order.js'

/** The end of the period that a payment pays for; `isWaiting` is true if the order has waited for its fulfilment. */
type PaidFor = { periodEnd: Millis | null; isWaiting: boolean }

/**
 * Fulfils the order of a purchase until the end of a period, or longer if it has waited and another payment was for more.
 * The licenses have the plan of the listing whose price is paid now. Returns their ids. If the subscription has ended, and
 * its listing suspends or revokes at the end, only the merchant may fulfil the order.
 * @throws Refusal CONFLICT; those of `fulfilLocked`. Then nothing is fulfilled.
 */
export async function fulfilPaid(
  { trx, subject, clock }: EventCall,
  order: LockedOrder,
  { periodEnd, isWaiting }: PaidFor
): Promise<string[]> {
  const { listing } = await soldOrderOf(trx, subject)
  const isEnded = subject.endedAt !== null
  if (isEnded && listing.onEnd !== 'expire')
    throw new Refusal('CONFLICT', { message: 'The subscription has ended' })
  const own = paidPeriod({ subscription: true, periodEnd }, isEnded ? { graceDays: 0 } : listing)
  // The subject's own row does not have this event yet: `own` and `subject` do.
  const waited = isWaiting ? await waitedFor(trx, order, subject) : null
  const others = (waited?.until ?? 0) > clock() ? waited!.until : null
  const until = latestOf(own, others)
  if (isWaiting) assertLasts(until, listing, clock())
  const listingId = subject.listingId === order.listingId ? waited?.listingId : subject.listingId
  const context = { actor: { type: 'system', id: null }, clock } as const
  const fulfilment = { ...paidFulfilment(until, listing), listingId }
  return inSavepoint(trx, () => fulfilLocked(trx, order, context, fulfilment))
}
