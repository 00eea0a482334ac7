import { test } from '@japa/runner'
import fc from 'fast-check'
import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt, restated } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import type { Terms } from '#licensing/rules/terms'
import {
  givenAfterEnd,
  paidUntil,
  renewedTerms,
  renewedUntil,
  standingTerms,
  takenBackTerms,
  type GivenTerms,
} from '#storefront/rules/renewal'
import { expiryAfterEnd } from '#storefront/rules/subscription_end'
import { born } from '#tests/testkit/license_steps'

const NOW = Date.UTC(2030, 0, 1)

const days = (max: number) => fc.integer({ min: 1, max })
const bought = fc.record({
  mode: fc.constantFrom('fixed', 'afterActivation' as const),
  own: days(400),
  isFrozen: fc.boolean(),
  extendDays: days(60),
  graceDays: fc.nat({ max: 90 }),
  period: days(400),
  later: fc.option(days(400)),
  end: days(900),
})

type Made = { mode: 'fixed' | 'afterActivation'; own: number; isFrozen: boolean }

/** A license that was activated a day ago, and whose own time lasts for `own` more days. */
function licenseOf({ mode, own, isFrozen }: Made): LicenseState {
  const made = born({ status: 'ACTIVE', mode, fixedIn: (own + 1) * DAY, days: own + 1 }, NOW - DAY)
  const state = { ...made, activatedAt: NOW - DAY }
  return isFrozen ? { ...state, frozenAt: NOW, pausedSince: NOW } : state
}

const withTerms = (state: LicenseState, terms: Terms) => restated({ ...state, ...terms }, NOW)
const limitOf = (state: LicenseState) => effectiveExpiresAt(state, NOW)!
const refunded = (state: LicenseState, given: GivenTerms) =>
  withTerms(state, takenBackTerms(state, given, NOW))

/** The license after the purchase of a renewal with a period, and what the renewal has given, as an order records it. */
function renewed(state: LicenseState, extendDays: number, until: Millis) {
  const before = standingTerms(state, NOW)
  const terms = renewedTerms(state, { extendDays, renewFrom: 'now_if_expired' }, NOW)!
  const isLonger = terms.expirationMode === 'fixed' && terms.expiresAt! < until
  const after = isLonger ? { ...terms, expiresAt: until } : terms
  const given: GivenTerms = { before, after, ...(isLonger && { renewed: terms.expiresAt! }) }
  return { given, state: withTerms(state, after) }
}

/** contract/10-storefront#106-processor-events */
test.group('the end and the refund of a renewal', () => {
  test('leave the same time in any order: never less than before it, and none that was not paid for', ({
    assert,
  }) => {
    fc.assert(
      fc.property(bought, ({ extendDays, graceDays, period, later, end, ...made }) => {
        const license = licenseOf(made)
        const grace = graceDays * DAY
        const sale = renewed(license, extendDays, NOW + period * DAY + grace)
        const last = NOW + (period + (later ?? 0)) * DAY
        const state = later ? withTerms(sale.state, paidUntil(sale.state, last + grace, NOW)) : sale.state
        const until = NOW + end * DAY
        const floor = renewedUntil(sale.given, state, NOW)
        const sold = { until, paid: Math.max(until, last) + grace, floor, isAll: false, sellsTime: true }
        const expiresAt = expiryAfterEnd(limitOf(state), sold, 0)

        const refundFirst = limitOf(refunded(state, sale.given))
        const fixed = { expirationMode: 'fixed', expiresAt, expiresAfterDays: null } as const
        const ended = expiresAt === null ? state : withTerms(state, fixed)
        const given = expiresAt === null ? sale.given : givenAfterEnd(sale.given, state, expiresAt, NOW)
        const endFirst = limitOf(refunded(ended, given))

        assert.equal(endFirst, Math.min(refundFirst, limitOf(ended)))
        if (later === null) assert.equal(endFirst, refundFirst)
        for (const left of [endFirst, refundFirst]) {
          assert.isAtLeast(left, limitOf(license))
          assert.isAtMost(left, Math.max(limitOf(license), later ? last + grace : 0))
        }
        // A second end changes nothing of what the renewal has given by its days.
        assert.equal(renewedUntil(given, ended, NOW), floor)
      })
    )
  })
})
