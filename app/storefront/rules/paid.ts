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
 * How long the licenses of a fulfilment last that a subscription pays for: `terms` are those of new licenses, and the
 * target of a renewal lasts at least until `until`. Both are missing if no period is paid.
 */
export function paidFulfilment(
  periodEnd: Millis | null,
  listing: Pick<SoldListing, 'kind' | 'graceDays'>
): { terms?: Terms; until?: Millis } {
  const paid = { subscription: true, periodEnd }
  return { terms: paidTerms(paid, listing) ?? undefined, until: paidPeriod(paid, listing) ?? undefined }
}

/** The terms of a new license of a subscription; null if the terms of the listing apply. */
export function paidTerms(
  event: Pick<NormalEvent, 'subscription' | 'periodEnd'>,
  listing: Pick<SoldListing, 'kind' | 'graceDays'>
): Terms | null {
  const expiresAt = paidPeriod(event, listing)
  if (expiresAt === null || listing.kind !== 'new') return null
  return { expirationMode: 'fixed', expiresAt, expiresAfterDays: null }
}
