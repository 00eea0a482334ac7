import type { LicenseState } from '#licensing/rules/license'
import { done, type EventResult } from '#storefront/rules/event_result'
import { sellsTime } from '#storefront/rules/listing'
import { paidPeriod, paidTerms } from '#storefront/rules/paid'
import { isOlder, pastPeriod } from '#storefront/rules/paid_period'
import type { GivenTerms } from '#storefront/rules/renewal'
import { changeTarget } from '#storefront/store/change_target'
import { lockOrder } from '#storefront/store/lock_order'
import { paidElsewhere } from '#storefront/store/paid_elsewhere'
import { isAsIssued, soldOrderOf } from '#storefront/store/sold_order'
import { writeEffect } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'
import { holdRevived } from './event_holds.js'
import { loseOwnPeriod } from './event_periods.js'
import { licensesOf, renew } from './event_subscription.js'

/**
 * Handles the first paid period of a subscription whose purchase was processed without a period, with the effect that
 * it would have if the purchase had named it: new licenses get the terms of the period, the target of a renewal lasts
 * to its end, and an upgrade or an addon gives no time. If a license was changed, suspended or revoked since, the event
 * counts as a renewal. A payment that was refunded since gives nothing.
 */
export async function beginPeriod(call: EventCall): Promise<EventResult> {
  const { trx, event, subject } = call
  if (isOlder(event, subject.latest.refund)) {
    loseOwnPeriod(call)
    return done('The payment was refunded since', subject.orderId)
  }
  const past = pastPeriod(event, subject)
  if (past === 'paid' || past === 'ended') return renew(call)
  const sold = await soldOrderOf(trx, subject)
  const { kind } = sold.listing
  if (!sellsTime(kind)) return begun(call, 'The first period is known')
  if (past === 'late') return renew(call)
  if (kind === 'renewal') return beginRenewal(call)
  const terms = paidTerms(event, sold.listing)
  const licenses = await licensesOf(call)
  if (!terms || licenses.some(({ status }) => status !== 'ACTIVE' && status !== 'EXPIRED')) return renew(call)
  for (const { id } of licenses) if (!(await isAsIssued(trx, sold, id))) return renew(call)
  // Other subscriptions may have paid for more while the license had no terms of this one.
  const elsewhere = await paidElsewhere(trx, subject)
  for (const state of licenses) {
    const expiresAt = Math.max(terms.expiresAt!, elsewhere.get(state.id) ?? 0)
    const after = await changeTarget(trx, state, { terms: { ...terms, expiresAt } }, eventContext(call))
    await holdRevived(call, state, after)
  }
  return begun(call, 'The license lasts as long as its period')
}

/**
 * Extends the target of a renewal to the end of the period. The order records the time as its own, so that a refund
 * takes it back.
 */
async function beginRenewal(call: EventCall): Promise<EventResult> {
  const { trx, source, event, subject } = call
  const scope = { orgId: source.orgId, productId: null, actor: eventContext(call).actor }
  const { id, state, listing, effect } = await lockOrder(trx, scope, subject.orderId!)
  const until = paidPeriod(event, listing)
  const given = effect?.terms
  const [license] = await licensesOf(call)
  const isPlain = state === 'fulfilled' && given?.after.expirationMode === 'fixed' && isFixed(license)
  if (until === null || !isPlain) return renew(call)
  const more = until - license.expiresAt!
  if (more > 0) {
    const { expirationMode, expiresAfterDays } = license
    const terms = { expirationMode, expiresAt: until, expiresAfterDays }
    const after = await changeTarget(trx, license, { terms }, eventContext(call))
    await holdRevived(call, license, after)
    await writeEffect(trx, { orgId: source.orgId, id }, { ...effect!, terms: lengthened(given, more) })
  }
  return begun(call, 'The license lasts as long as its period')
}

function isFixed(license: LicenseState | undefined): license is LicenseState {
  if (license?.expirationMode !== 'fixed' || license.frozenAt !== null) return false
  return license.status === 'ACTIVE' || license.status === 'EXPIRED'
}

function lengthened({ before, after, renewed }: GivenTerms, more: number): GivenTerms {
  const expiresAt = after.expiresAt!
  return {
    before,
    after: { ...after, expiresAt: expiresAt + more },
    renewed: renewed ?? expiresAt,
  }
}

function begun({ event, subject, now }: EventCall, result: string): EventResult {
  // A period that is newer than the end of the subscription begins it again.
  if (pastPeriod(event, subject) === null) subject.endedAt = null
  subject.periodEnd = event.periodEnd
  subject.latest.period = event.occurredAt || now
  return done(result, subject.orderId)
}
