import { MAX_TIMESTAMP } from '#kernel/time/timestamps'
import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt, fixedLimit, relativeLimit } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { MAX_RELATIVE_DAYS, type Terms } from '#licensing/rules/terms'
import type { ListingSettings } from './listing.js'

/** The terms of a license as they stand: the fixed limit of a frozen one has moved along with time. */
export function standingTerms(state: LicenseState, now: Millis): Terms {
  const { expirationMode, expiresAfterDays } = state
  return { expirationMode, expiresAt: fixedLimit(state, now), expiresAfterDays }
}

/**
 * The terms of a license that is renewed: from its expiry on or, where that is past and the listing says so, from now on
 * (contract/10-storefront#103-listings). Null where the license never expires, or would expire past the year 9999. They are
 * stated anew, so the pause of a frozen license counts up to now, and what remained to it is added to.
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

/** The terms after a renewal was taken back: what it added is gone, but no limit moves below now. */
export function takenBackTerms(
  state: LicenseState,
  { before, after }: { before: Terms; after: Terms },
  now: Millis
): Terms {
  const { expirationMode, expiresAt, expiresAfterDays } = standingTerms(state, now)
  const floor = (value: number, added: number, least: number) =>
    Math.min(value, Math.max(value - added, least))
  const addedMs = (after.expiresAt ?? 0) - (before.expiresAt ?? 0)
  const addedDays = (after.expiresAfterDays ?? 0) - (before.expiresAfterDays ?? 0)
  const left = Math.max(0, (relativeLimit(state, now) ?? Infinity) - now)
  const used = Math.max(1, Math.ceil(((expiresAfterDays ?? 0) * DAY - left) / DAY))
  return {
    expirationMode,
    expiresAt: expiresAt === null ? null : floor(expiresAt, addedMs, now),
    expiresAfterDays: expiresAfterDays === null ? null : floor(expiresAfterDays, addedDays, used),
  }
}

/**
 * The terms of a license that is paid for until `until`: its expiry only moves forward. One that never expires stays so,
 * unless a subscription has it `rented`.
 */
export function paidUntil(state: LicenseState, until: Millis, now: Millis, rented = false): Terms {
  const { expirationMode, expiresAt, expiresAfterDays } = state
  if (expirationMode === 'never' && !rented) return { expirationMode, expiresAt, expiresAfterDays }
  const limit = Math.max(effectiveExpiresAt(state, now) ?? 0, Math.min(until, MAX_TIMESTAMP))
  return { expirationMode: 'fixed', expiresAt: limit, expiresAfterDays: null }
}

function fits({ expiresAt, expiresAfterDays }: Terms): boolean {
  return (expiresAt ?? 0) <= MAX_TIMESTAMP && (expiresAfterDays ?? 0) <= MAX_RELATIVE_DAYS
}
