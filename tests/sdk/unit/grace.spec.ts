import { test } from '@japa/runner'
import fc from 'fast-check'
import { graceAt, TOLERANCE } from '#sdk/client/grace'

const DAY = 86_400_000
const SIGNED = Date.parse('2026-01-01T00:00:00Z')
const kept = { signedAt: SIGNED, effectiveExpiresAt: null, latestSeen: SIGNED }

test.group('offline grace', () => {
  test('{what}')
    .with([
      { what: 'counts at once', now: 0, until: 7 * DAY },
      { what: 'counts until its last moment', now: 7 * DAY - 1, until: 7 * DAY },
      { what: 'ends after its days', now: 7 * DAY, refused: /older than 7 days/ },
      { what: 'ends with the license', now: 3 * DAY, expiresIn: 3 * DAY, refused: /expired/ },
      { what: 'says when the license ends', now: 2 * DAY, expiresIn: 3 * DAY, until: 3 * DAY },
      { what: 'is not lengthened by a long license', now: 0, expiresIn: 99 * DAY, until: 7 * DAY },
      { what: 'is refused to a clock that was set back', now: 2 * DAY, seenAt: 3 * DAY, refused: /set back/ },
      {
        what: 'forgives a clock that was set right',
        now: 2 * DAY,
        seenAt: 2 * DAY + TOLERANCE,
        until: 7 * DAY,
      },
      { what: 'is refused to a clock before the signature', now: -TOLERANCE - 1, refused: /set back/ },
      { what: 'reckons with the latest time seen', now: 7 * DAY - 1, seenAt: 7 * DAY, refused: /older/ },
    ])
    .run(({ assert }, { now, until, expiresIn, seenAt, refused }) => {
      const effectiveExpiresAt = expiresIn === undefined ? null : SIGNED + expiresIn
      const latestSeen = SIGNED + (seenAt ?? 0)
      const verdict = graceAt(SIGNED + now, { signedAt: SIGNED, effectiveExpiresAt, latestSeen }, 7)
      if (refused) assert.match((verdict as { refused: string }).refused, refused)
      else assert.deepEqual(verdict, { until: SIGNED + until })
    })

  test('never outlives its days or the license, whatever the clock does', ({ assert }) => {
    const moments = fc.integer({ min: -DAY, max: 30 * DAY })
    const days = fc.integer({ min: 0, max: 20 })
    const expiry = fc.option(fc.integer({ min: -DAY, max: 30 * DAY }), { nil: null })
    let counted = 0
    fc.assert(
      fc.property(
        fc.array(moments, { minLength: 1, maxLength: 8 }),
        days,
        expiry,
        (clock, graceDays, ends) => {
          const effectiveExpiresAt = ends === null ? null : SIGNED + ends
          let latestSeen = SIGNED
          let reached = 0
          for (const moment of clock) {
            const now = SIGNED + moment
            const verdict = graceAt(now, { signedAt: SIGNED, effectiveExpiresAt, latestSeen }, graceDays)
            reached = Math.max(reached, moment)
            if ('refused' in verdict) continue
            counted++
            latestSeen = Math.max(latestSeen, now)
            assert.isBelow(moment, graceDays * DAY)
            if (ends !== null) assert.isBelow(moment, ends)
            assert.isAtLeast(now, latestSeen - TOLERANCE)
            assert.isAbove(verdict.until, now)
          }
        }
      )
    )
    assert.isAbove(counted, 20)
  })

  test('a later time never turns a no into a yes', () => {
    const times = fc
      .tuple(fc.nat(30 * DAY), fc.nat(30 * DAY))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
    fc.assert(
      fc.property(times, fc.nat(20), ([earlier, later], graceDays) => {
        const first = graceAt(SIGNED + earlier, kept, graceDays)
        const second = graceAt(SIGNED + later, kept, graceDays)
        return !('refused' in first) || 'refused' in second
      })
    )
  })
})
