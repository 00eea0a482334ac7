import { done, type EventResult } from '#storefront/rules/event_result'
import { paidTerms } from '#storefront/rules/paid'
import { changeTarget } from '#storefront/store/change_target'
import { isAsIssued, soldOrderOf } from '#storefront/store/sold_order'
import type { EventCall } from './event_call.js'
import { eventContext, licensesOf, renew } from './event_subscription.js'

/**
 * Handles the first paid period of a subscription whose purchase was processed without a period. Its new licenses get
 * the terms that they would have if this event had come first. If a license was changed, suspended or revoked since,
 * the event counts as a renewal.
 */
export async function beginPeriod(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  const sold = await soldOrderOf(trx, subject)
  const terms = paidTerms(event, sold.listing)
  const licenses = await licensesOf(call)
  if (!terms || licenses.some(({ status }) => status !== 'ACTIVE' && status !== 'EXPIRED')) return renew(call)
  for (const { id } of licenses) if (!(await isAsIssued(trx, sold, id))) return renew(call)
  for (const state of licenses) await changeTarget(trx, state, { terms }, eventContext(call))
  subject.periodEnd = event.periodEnd
  subject.latest.period = event.occurredAt || now
  return done('The license lasts as long as its period', subject.orderId)
}
