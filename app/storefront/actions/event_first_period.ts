import { done, type EventResult } from '#storefront/rules/event_result'
import { sellsTime } from '#storefront/rules/listing'
import { paidTerms } from '#storefront/rules/paid'
import { pastPeriod } from '#storefront/rules/paid_period'
import { changeTarget } from '#storefront/store/change_target'
import { isAsIssued, soldOrderOf } from '#storefront/store/sold_order'
import type { EventCall } from './event_call.js'
import { eventContext, licensesOf, renew } from './event_subscription.js'

/**
 * Handles the first paid period of a subscription whose purchase was processed without a period. Its new licenses get
 * the terms that they would have if this event had come first. If a license was changed, suspended or revoked since,
 * the event counts as a renewal. The first period of an upgrade or an addon gives no time, as if the purchase named it.
 */
export async function beginPeriod(call: EventCall): Promise<EventResult> {
  const { trx, event, subject } = call
  const sold = await soldOrderOf(trx, subject)
  if (!sellsTime(sold.listing.kind) && pastPeriod(event, subject) === null) {
    return begun(call, 'The first period is known')
  }
  const terms = paidTerms(event, sold.listing)
  const licenses = await licensesOf(call)
  if (!terms || licenses.some(({ status }) => status !== 'ACTIVE' && status !== 'EXPIRED')) return renew(call)
  for (const { id } of licenses) if (!(await isAsIssued(trx, sold, id))) return renew(call)
  for (const state of licenses) await changeTarget(trx, state, { terms }, eventContext(call))
  return begun(call, 'The license lasts as long as its period')
}

function begun({ event, subject, now }: EventCall, result: string): EventResult {
  subject.periodEnd = event.periodEnd
  subject.latest.period = event.occurredAt || now
  return done(result, subject.orderId)
}
