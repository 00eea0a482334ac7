import { DAY } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import type { Terms } from '#licensing/rules/terms'
import type { SoldListing } from './listing.js'
import type { NormalEvent } from './normal_event.js'

/** Returns whether the payment is lower than the price at the time of the order, or in another currency. */
export function isPaidLess(
  { listing, quantity }: { listing: SoldListing; quantity: number },
  { amount, currency }: Pick<NormalEvent, 'amount' | 'currency'>
): boolean {
  if (!listing.price || amount === null) return false
  return currency !== listing.price.currency || amount < listing.price.amount * quantity
}

/** The terms of a new license of a subscription; null if the terms of the listing apply. */
export function paidTerms(
  { subscription, periodEnd }: Pick<NormalEvent, 'subscription' | 'periodEnd'>,
  { kind, graceDays }: Pick<SoldListing, 'kind' | 'graceDays'>
): Terms | null {
  if (!subscription || periodEnd === null || kind !== 'new') return null
  const expiresAt = Math.min(periodEnd + graceDays * DAY, MAX_TIMESTAMP)
  return { expirationMode: 'fixed', expiresAt, expiresAfterDays: null }
}
