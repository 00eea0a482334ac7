import { DAY } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import type { Terms } from '#licensing/rules/terms'
import type { SoldListing } from './listing.js'
import type { NormalEvent } from './normal_event.js'

/** Whether less was paid than the listing cost when it was ordered. */
export function isPaidLess(
  { listing, quantity }: { listing: SoldListing; quantity: number },
  { amount, currency }: Pick<NormalEvent, 'amount' | 'currency'>
): boolean {
  if (!listing.price || amount === null) return false
  return currency !== listing.price.currency || amount < listing.price.amount * quantity
}

/** The terms of a new license that a subscription pays for; null where its listing has the say. */
export function paidTerms(
  { subscription, periodEnd }: Pick<NormalEvent, 'subscription' | 'periodEnd'>,
  { kind, graceDays }: Pick<SoldListing, 'kind' | 'graceDays'>
): Terms | null {
  if (!subscription || periodEnd === null || kind !== 'new') return null
  const expiresAt = Math.min(periodEnd + graceDays * DAY, MAX_TIMESTAMP)
  return { expirationMode: 'fixed', expiresAt, expiresAfterDays: null }
}
