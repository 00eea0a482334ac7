import Refusal from '#kernel/refusals/refusal'
import { DAY, type Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import type { Terms } from '#licensing/rules/terms'
import type { SoldListing } from './listing.js'
import type { NormalEvent } from './normal_event.js'

/**
 * Returns whether the payment is lower than the price at the time of the order, or in another currency. An event that
 * names no currency means that of the price.
 */
export function isPaidLess(
  { listing, quantity }: { listing: SoldListing; quantity: number },
  { amount, currency }: Pick<NormalEvent, 'amount' | 'currency'>
): boolean {
  if (!listing.price || amount === null) return false
  const isOther = currency !== null && currency !== listing.price.currency
  return isOther || amount < listing.price.amount * quantity
}

/** The end of the period of a subscription that an event pays for; null if it pays for none. */
export function paidPeriodOf({
  subscription,
  periodEnd,
}: Pick<NormalEvent, 'subscription' | 'periodEnd'>): Millis | null {
  return subscription ? periodEnd : null
}

/** Until when the period of a subscription pays for a license, with the grace; null if the event names no period. */
export function paidPeriod(
  event: Pick<NormalEvent, 'subscription' | 'periodEnd'>,
  { graceDays }: Pick<SoldListing, 'graceDays'>
): Millis | null {
  const periodEnd = paidPeriodOf(event)
  if (periodEnd === null) return null
  return Math.min(periodEnd + graceDays * DAY, MAX_TIMESTAMP)
}

/**
 * How long the licenses of a fulfilment last that a subscription has paid for until `paid`, with the grace: `terms` are
 * those of new licenses, and the target of a renewal lasts at least until `until`. Both are missing if no period is paid.
 */
export function paidFulfilment(
  paid: Millis | null,
  { kind }: Pick<SoldListing, 'kind'>
): { terms?: Terms; until?: Millis } {
  const until = paid === null ? undefined : Math.min(paid, MAX_TIMESTAMP)
  return { terms: until === undefined || kind !== 'new' ? undefined : lasting(until), until }
}

/**
 * Checks that an order that has waited does not get a new license that has expired already. A renewal gives its days in
 * any case.
 * @throws Refusal CONFLICT
 */
export function assertLasts(paid: Millis | null, { kind }: Pick<SoldListing, 'kind'>, now: Millis) {
  if (kind !== 'new' || paid === null || paid > now) return
  throw new Refusal('CONFLICT', {
    message: 'The paid period of the order is over: its license would have expired already',
  })
}

/** The terms of a new license of a subscription; null if the terms of the listing apply. */
export function paidTerms(
  event: Pick<NormalEvent, 'subscription' | 'periodEnd'>,
  listing: Pick<SoldListing, 'kind' | 'graceDays'>
): Terms | null {
  const expiresAt = paidPeriod(event, listing)
  return expiresAt === null || listing.kind !== 'new' ? null : lasting(expiresAt)
}

function lasting(expiresAt: Millis): Terms {
  return { expirationMode: 'fixed', expiresAt, expiresAfterDays: null }
}
