import { test } from '@japa/runner'
import fc from 'fast-check'
import { DAY } from '#kernel/time/millis'
import { changeTerms } from '#licensing/rules/changes'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import { UNTOUCHED, type LicenseState } from '#licensing/rules/license'
import type { Terms } from '#licensing/rules/terms'
import { checkoutOf } from '#storefront/rules/checkout'
import { movedOrder, ORDER_STATES } from '#storefront/rules/order'
import { endOfLastPeriod, isOlder, isOldEnd, pastPeriod } from '#storefront/rules/paid_period'
import { paidUntil, renewedTerms, standingTerms, takenBackTerms } from '#storefront/rules/renewal'
import { attributesAfter } from '#storefront/rules/sold_attributes'
import { expiryAfterEnd, expiryWithout } from '#storefront/rules/subscription_end'

const NOW = Date.UTC(2030, 0, 1)

const state = (change: Partial<LicenseState>): LicenseState => ({
  ...{ id: 'l', orgId: 'o', productId: 'p', key: 'K', status: 'ACTIVE', expirationMode: 'never' },
  ...{ expiresAt: null, expiresAfterDays: null, ...UNTOUCHED },
  ...change,
})

/** The license after an order has changed its terms. */
function changed(before: LicenseState, terms: Terms, now: number): LicenseState {
  const decision = changeTerms(before, terms, true, now)
  return decision?.outcome === 'changed' ? decision.after : before
}

/** contract/10-storefront#103-listings */
test.group('renewals', () => {
  test('extend from the expiry, or from now where that is past', ({ assert }) => {
    const fixed = (days: number) => state({ expirationMode: 'fixed', expiresAt: NOW + days * DAY })
    const by = { extendDays: 30, renewFrom: 'now_if_expired' } as const
    assert.equal(renewedTerms(fixed(5), by, NOW)!.expiresAt, NOW + 35 * DAY)
    assert.equal(renewedTerms(fixed(-5), by, NOW)!.expiresAt, NOW + 30 * DAY)
    assert.equal(renewedTerms(fixed(-5), { ...by, renewFrom: 'expiry' }, NOW)!.expiresAt, NOW + 25 * DAY)
    assert.isNull(renewedTerms(state({}), by, NOW))
    assert.isNull(renewedTerms(state({ expirationMode: 'fixed', expiresAt: 253_402_300_000_000 }), by, NOW))
    const relative = state({
      expirationMode: 'afterActivation',
      expiresAfterDays: 10,
      activatedAt: NOW - 12 * DAY,
    })
    assert.equal(renewedTerms(relative, by, NOW)!.expiresAfterDays, 42)
    const unused = state({ expirationMode: 'afterActivation', expiresAfterDays: 10 })
    assert.equal(renewedTerms(unused, by, NOW)!.expiresAfterDays, 40)
  })

  test('leave at least their days, and are taken back to where it was or to now', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        (days, extendDays, relative) => {
          const before = relative
            ? state({
                expirationMode: 'afterActivation',
                expiresAfterDays: 500 + days,
                activatedAt: NOW - 500 * DAY,
              })
            : state({ expirationMode: 'fixed', expiresAt: NOW + days * DAY })
          const terms = renewedTerms(before, { extendDays, renewFrom: 'now_if_expired' }, NOW)!
          const after = { ...before, ...terms }
          const limit = effectiveExpiresAt(after, NOW)!
          assert.isAtLeast(limit, Math.max(NOW, effectiveExpiresAt(before, NOW)!) + extendDays * DAY)
          const { expirationMode, expiresAt, expiresAfterDays } = before
          const had = { expirationMode, expiresAt, expiresAfterDays }
          const back = { ...after, ...takenBackTerms(after, { before: had, after: terms }, NOW) }
          const was = effectiveExpiresAt(before, NOW)!
          assert.equal(effectiveExpiresAt(back, NOW), Math.max(was, NOW))
        }
      ),
      { numRuns: 100 }
    )
  })

  test('add to what remains to a frozen license, and are taken back from it', ({ assert }) => {
    const day = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(day, day, day, day, fc.constantFrom('fixed', 'afterActivation', 'both'), (...drawn) => {
        const [left, frozen, extendDays, later, expirationMode] = drawn
        const pausedSince = NOW - frozen * DAY
        const before = state({
          ...{ expirationMode, frozenAt: pausedSince, pausedSince, activatedAt: pausedSince - 10 * DAY },
          expiresAt: expirationMode === 'afterActivation' ? null : pausedSince + left * DAY,
          expiresAfterDays: expirationMode === 'fixed' ? null : 10 + left,
        })
        const had = standingTerms(before, NOW)
        const terms = renewedTerms(before, { extendDays, renewFrom: 'now_if_expired' }, NOW)!
        const after = changed(before, terms, NOW)
        assert.equal(effectiveExpiresAt(after, NOW), NOW + (left + extendDays) * DAY)
        const then = NOW + later * DAY
        const back = changed(after, takenBackTerms(after, { before: had, after: terms }, then), then)
        assert.equal(effectiveExpiresAt(back, then), then + left * DAY)
      })
    )
  })

  test('a reversal of a renewal leaves what another subscription has paid for, and lengthens nothing', ({
    assert,
  }) => {
    const at = (days: number) => ({ expirationMode: 'fixed', expiresAt: NOW + days * DAY }) as const
    const terms = (days: number) => ({ ...at(days), expiresAfterDays: null })
    const given = { before: terms(10), after: terms(40) }
    const back = (days: number, paid: number) =>
      (takenBackTerms(state(at(days)), given, NOW, NOW + paid * DAY).expiresAt! - NOW) / DAY
    assert.deepEqual([back(63, 53), back(63, 20), back(63, 90), back(20, 0)], [53, 33, 63, 0])
  })

  test('the end of a subscription gives no more time of another one than the license has', ({ assert }) => {
    const sold = { until: 30, paid: 33, floor: 0, isAll: false, sellsTime: true }
    assert.equal(expiryAfterEnd(63, sold, 63), 63)
    assert.equal(expiryAfterEnd(40, sold, 368), 40)
    assert.equal(expiryAfterEnd(null, { ...sold, isAll: true }, 63), 63)
  })

  test('the end of a subscription leaves a pause, and takes the grace', ({ assert }) => {
    const sold = { until: 30, paid: 33, floor: 0, isAll: false, sellsTime: true }
    assert.deepEqual(
      [5, 6, 7].map((paused) => expiryAfterEnd(38, sold, 0, paused)),
      [35, 36, 37]
    )
    assert.equal(expiryAfterEnd(38, sold, 0, 50), 38)
    assert.equal(expiryAfterEnd(38, sold, 36, 5), 36)
    assert.equal(expiryAfterEnd(38, { ...sold, floor: 32 }, 0, 5), 37)
    assert.isNull(expiryAfterEnd(38, sold, 0, 4))
    assert.isNull(expiryAfterEnd(null, sold, 0, 5))
  })

  test('the end of an addon lengthens nothing, and leaves what the license has without its periods', ({
    assert,
  }) => {
    const sold = { until: 50, paid: 53, floor: 35, isAll: false, sellsTime: false }
    assert.equal(expiryAfterEnd(53, sold, 0), 50)
    assert.equal(expiryAfterEnd(40, sold, 0), 40)
    assert.equal(expiryAfterEnd(40, sold, 45), 40)
    assert.equal(expiryAfterEnd(53, { ...sold, until: 20 }, 0), 35)
    assert.isNull(expiryAfterEnd(54, sold, 0))
    assert.isNull(expiryAfterEnd(null, sold, 0))
    assert.equal(expiryWithout(53, 53, 35), 35)
    assert.equal(expiryWithout(60, 53, 35), 42)
    assert.equal(expiryWithout(30, 53, 35), 30)
  })

  test('a paid period moves the expiry forward alone', ({ assert }) => {
    const until = NOW + 33 * DAY
    const fixed = (expiresAt: number) => state({ expirationMode: 'fixed', expiresAt })
    assert.equal(paidUntil(fixed(NOW), until, NOW).expiresAt, until)
    assert.equal(paidUntil(fixed(until + 1), until, NOW).expiresAt, until + 1)
    const relative = { expirationMode: 'afterActivation', expiresAfterDays: 365 } as const
    const longer = paidUntil(state({ ...relative, activatedAt: NOW }), until, NOW)
    assert.deepEqual(longer, {
      ...{ expirationMode: 'fixed', expiresAt: NOW + 365 * DAY, expiresAfterDays: null },
    })
    assert.equal(paidUntil(state(relative), until, NOW, true).expiresAt, until)
    assert.deepEqual(paidUntil(state(relative), until, NOW), { ...relative, expiresAt: null })
    assert.equal(paidUntil(state({}), until, NOW).expirationMode, 'never')
    assert.equal(paidUntil(state({}), until, NOW, true).expiresAt, until)
  })

  test('an old event is one of an earlier moment than its kind has seen', ({ assert }) => {
    assert.isFalse(isOlder({ occurredAt: 5 }, undefined))
    assert.isFalse(isOlder({ occurredAt: 0 }, 5))
    assert.isFalse(isOlder({ occurredAt: 5 }, 5))
    assert.isTrue(isOlder({ occurredAt: 4 }, 5))
    const known = { periodEnd: 60, renewedAt: 5 }
    assert.isTrue(isOldEnd({ periodEnd: 30, occurredAt: 4 }, known))
    assert.isTrue(isOldEnd({ periodEnd: null, occurredAt: 4 }, known))
    assert.isTrue(isOldEnd({ periodEnd: 60, occurredAt: 4 }, known))
    assert.isFalse(isOldEnd({ periodEnd: 61, occurredAt: 4 }, known))
    assert.isFalse(isOldEnd({ periodEnd: 30, occurredAt: 5 }, known))
    assert.isFalse(isOldEnd({ periodEnd: 30, occurredAt: 4 }, { periodEnd: 60, renewedAt: undefined }))
    const latest = { period: 5, unpaid: 6 }
    assert.equal(endOfLastPeriod({ periodEnd: 90 }, { periodEnd: 60, latest: { period: 5 } }), 90)
    assert.isNull(endOfLastPeriod({ periodEnd: 90 }, { periodEnd: 60, latest }))
    assert.equal(endOfLastPeriod({ periodEnd: 90 }, { periodEnd: 60, latest: { ...latest, period: 6 } }), 90)
    assert.equal(endOfLastPeriod({ periodEnd: 60 }, { periodEnd: 60, latest }), 60)
    assert.equal(endOfLastPeriod({ periodEnd: 90 }, { periodEnd: null, latest }), 90)
    const ended = { periodEnd: 60, endedAt: 4, latest: {} }
    assert.equal(pastPeriod({ periodEnd: 90, occurredAt: 4 }, { ...ended, latest: { end: 60 } }), 'ended')
    assert.equal(pastPeriod({ periodEnd: 60, occurredAt: 4 }, ended), 'ended')
    assert.equal(pastPeriod({ periodEnd: 90, occurredAt: 4 }, ended), 'late')
    assert.equal(pastPeriod({ periodEnd: 60, occurredAt: 5 }, ended), 'paid')
    assert.isNull(pastPeriod({ periodEnd: 61, occurredAt: 5 }, ended))
    assert.isNull(pastPeriod({ periodEnd: 61, occurredAt: 0 }, { ...ended, latest: { end: 60 } }))
    assert.equal(pastPeriod({ periodEnd: 60, occurredAt: 0 }, ended), 'paid')
  })
})

test.group('what orders do to a license', () => {
  test('an addon adds to the effective values; what is unlimited stays so', ({ assert }) => {
    const addon = (grant: object) => ({ kind: 'addon', grant }) as const
    const none = { product: null, tier: null }
    const had = { maxHwidResets: null, policyOverride: null }
    assert.deepEqual(attributesAfter(addon({ hwidLimit: 2 }), had, { ...none, product: { hwidLimit: 3 } }), {
      ...{ maxHwidResets: null, policyOverride: { hwidLimit: 5 } },
    })
    assert.deepEqual(attributesAfter(addon({ maxConcurrentSessions: 2 }), had, none), had)
    assert.deepEqual(attributesAfter(addon({ maxHwidResets: 2 }), { ...had, maxHwidResets: 1 }, none), {
      ...{ maxHwidResets: 3, policyOverride: null },
    })
    const tier = { policy: { hwidLimit: 10 }, maxHwidResets: 5 }
    assert.deepEqual(attributesAfter(addon({ hwidLimit: 2, maxHwidResets: 2 }), had, { ...none, tier }), {
      ...{ maxHwidResets: 7, policyOverride: { hwidLimit: 12 } },
    })
  })

  test('only pending orders end, and only fulfilled ones are reversed', ({ assert }) => {
    for (const from of ORDER_STATES) {
      assert.equal(movedOrder(from, 'fulfil') !== null, from === 'pending', from)
      assert.equal(movedOrder(from, 'reverse') !== null, from === 'fulfilled', from)
    }
  })

  test('a checkout names the order as its processor wants it', ({ assert }) => {
    assert.equal(
      checkoutOf('https://buy.stripe.com/x?a=1', 'stripe', 'o1'),
      'https://buy.stripe.com/x?a=1&client_reference_id=o1'
    )
    const page = new URL(checkoutOf('https://s.lemonsqueezy.com/buy/1', 'lemonsqueezy', 'o1'))
    assert.equal(page.searchParams.get('checkout[custom][order_id]'), 'o1')
  })
})
