import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt, fixedLimit, relativeLimit, restated } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { MAX_RELATIVE_DAYS, type Terms } from '#licensing/rules/terms'
import type { ListingSettings } from './listing.js'
import type { OrderEffect } from './order.js'

/** What a renewal has given its target. */
export type GivenTerms = NonNullable<OrderEffect['terms']>

/** The current terms of a license. While a license is frozen, its fixed limit moves forward with time. */
export function standingTerms(state: LicenseState, now: Millis): Terms {
  const { expirationMode, expiresAfterDays } = state
  return { expirationMode, expiresAt: fixedLimit(state, now), expiresAfterDays }
}

/**
 * The terms of a license after a renewal. The new time starts at its expiry. If the expiry is past and `renewFrom`
 * is `now_if_expired`, it starts now (contract/10-storefront#103-listings). Returns null if the
 * license never expires, or if the new limits would be too large (such as an expiry after the year 9999). For a frozen
 * license, the pause counts up to now, so the renewal adds to the remaining time.
 */
export function renewedTerms(
  state: LicenseState,
  { extendDays, renewFrom }: Pick<ListingSettings, 'extendDays' | 'renewFrom'>,
  now: Millis
): Terms | null {
  const { expirationMode, expiresAt, expiresAfterDays } = standingTerms(state, now)
  if (expirationMode === 'never' || extendDays === null) return null
  const limit = effectiveExpiresAt(state, now)
  const late = renewFrom === 'now_if_expired' && limit !== null ? Math.max(0, now - limit) : 0
  const from = expiresAt === null || late === 0 ? expiresAt : Math.max(expiresAt, now)
  const terms: Terms = {
    expirationMode,
    expiresAt: from === null ? null : from + extendDays * DAY,
    expiresAfterDays:
      expiresAfterDays === null ? null : expiresAfterDays + Math.ceil(late / DAY) + extendDays,
  }
  return fits(terms) ? terms : null
}

/**
 * The terms after a renewal is reversed. They lose what the renewal added, but no limit moves into the past, and a fixed
 * one stays where other subscriptions have `paid` for the license.
 */
export function takenBackTerms(
  state: LicenseState,
  { before, after }: { before: Terms; after: Terms },
  now: Millis,
  paid: Millis = 0
): Terms {
  const { expirationMode, expiresAt, expiresAfterDays } = standingTerms(state, now)
  const floor = (value: number, added: number, least: number) =>
    Math.min(value, Math.max(value - added, least))
  const addedDays = (after.expiresAfterDays ?? 0) - (before.expiresAfterDays ?? 0)
  // A later period may have made a fixed limit of days that started with the activation.
  const addedMs = after.expiresAt === null ? addedDays * DAY : after.expiresAt - (before.expiresAt ?? 0)
  const left = Math.max(0, (relativeLimit(state, now) ?? Infinity) - now)
  const used = Math.max(1, Math.ceil(((expiresAfterDays ?? 0) * DAY - left) / DAY))
  return {
    expirationMode,
    expiresAt: expiresAt === null ? null : floor(expiresAt, addedMs, Math.max(now, paid)),
    expiresAfterDays: expiresAfterDays === null ? null : floor(expiresAfterDays, addedDays, used),
  }
}

/** The expiry that the days of a renewal have given its target; 0 if it has none. The periods of its subscription come after. */
export function renewedUntil({ after, renewed }: GivenTerms, state: LicenseState, now: Millis): Millis {
  return renewed ?? after.expiresAt ?? relativeLimit({ ...state, ...after }, now) ?? 0
}

/** The expiry of a license without what a renewal has given it, but not before `now`; null if it never expires. */
export function untilWithout(given: GivenTerms, state: LicenseState, now: Millis): Millis | null {
  return effectiveExpiresAt(restated({ ...state, ...takenBackTerms(state, given, now) }, now), now)
}

/**
 * What a renewal has given, after the end of its subscription has moved the expiry of its target to `expiresAt`. `state`
 * is the target before. A reversal leaves the same time before and after the end.
 */
export function givenAfterEnd(
  given: GivenTerms,
  state: LicenseState,
  expiresAt: Millis,
  now: Millis
): GivenTerms {
  const kept = Math.min(untilWithout(given, state, now) ?? expiresAt, expiresAt)
  const fixed = (limit: Millis): Terms => ({
    expirationMode: 'fixed',
    expiresAt: limit,
    expiresAfterDays: null,
  })
  return { before: fixed(kept), after: fixed(expiresAt), renewed: renewedUntil(given, state, now) }
}

/**
 * The terms of a license that is paid until `until`. The expiry only moves forward. A license without an expiry keeps its
 * terms, unless it is `rented`, which means that the subscription has sold it: it never expires, or its days start with
 * its activation, so they are still whole.
 */
export function paidUntil(state: LicenseState, until: Millis, now: Millis, rented = false): Terms {
  const { expirationMode, expiresAt, expiresAfterDays } = state
  const limit = effectiveExpiresAt(state, now)
  if (limit === null && !rented) return { expirationMode, expiresAt, expiresAfterDays }
  const paid = Math.min(until, MAX_TIMESTAMP)
  return { expirationMode: 'fixed', expiresAt: Math.max(limit ?? 0, paid), expiresAfterDays: null }
}

function fits({ expiresAt, expiresAfterDays }: Terms): boolean {
  return (expiresAt ?? 0) <= MAX_TIMESTAMP && (expiresAfterDays ?? 0) <= MAX_RELATIVE_DAYS
}
