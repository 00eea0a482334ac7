import { test } from '@japa/runner'
import fc from 'fast-check'
import { DAY } from '#kernel/time/millis'
import { NOTHING_SAID, type NormalEvent } from '#storefront/rules/normal_event'
import {
  isPeriodGone,
  lastPaid,
  paidTime,
  periodsAfter,
  periodsWithout,
  type PaidPeriod,
} from '#storefront/rules/paid_periods'

const told = (occurredAt: number, aliases: string[], said: Partial<NormalEvent> = {}): NormalEvent => ({
  ...NOTHING_SAID,
  ...{ type: 'subscription.renewed', ref: 'sub', subscription: true, occurredAt, aliases, ...said },
})
const paid = (at: number, days: number, ...names: string[]) => told(at, names, { periodEnd: days * DAY })
const after = (...events: NormalEvent[]) =>
  events.reduce<PaidPeriod[]>((known, event) => periodsAfter(known, event, { now: 9, isNamed: true }), [])
const soldAs = (kind: 'renewal' | 'addon') => ({ listing: { kind, graceDays: 3 }, effect: null })

const refundOf = (at: number) => told(9, [`p${at}`])

/** contract/10-storefront#106-processor-events */
test.group('the payments of a subscription', () => {
  test('are the same whatever order they are told in, and however often', ({ assert }) => {
    const events = [paid(1, 30, 'a'), paid(2, 60, 'b'), told(1, ['a', 'c'])]
    const known = after(...events)
    assert.deepEqual(after(...events.toReversed(), ...events), after(...events.toReversed()))
    assert.deepEqual(
      known.map(({ end, names }) => [end / DAY, names.toSorted()]),
      [
        [30, ['a', 'c']],
        [60, ['b']],
      ]
    )
    const back = after(...events.toReversed())
    assert.deepEqual(
      back.map(({ end, at, names }) => [end, at, names.toSorted()]),
      known.map(({ end, at, names }) => [end, at, names.toSorted()])
    )
  })

  test('pay for the same time whatever order they and their refunds by name are told in', ({ assert }) => {
    const payments = fc.uniqueArray(
      fc.record({ days: fc.integer({ min: 1, max: 400 }), gone: fc.boolean() }),
      {
        ...{ minLength: 1, maxLength: 6, selector: ({ days }) => days },
      }
    )
    fc.assert(
      fc.property(
        payments,
        fc.constantFrom('renewal', 'addon'),
        fc.infiniteStream(fc.nat()),
        (made, kind, order) => {
          const events = made.map(({ days }, at) => paid(at + 1, days, `p${at}`))
          const shuffled = events
            .map((event) => ({ event, place: order.next().value as number }))
            .toSorted((one, other) => one.place - other.place)
            .map(({ event }) => event)
          const time = (told: NormalEvent[]) => {
            const known = made.reduce<PaidPeriod[]>(
              (periods, { gone }, at) => (gone ? periodsWithout(periods, refundOf(at)) : periods),
              after(...told)
            )
            return paidTime({ periodEnd: null, endedAt: null, latest: { periods: known } }, soldAs(kind))
          }
          const kept = made.filter(({ gone }, at) => !gone && (kind === 'renewal' || at > 0))
          const days = Math.max(0, ...kept.map((one) => one.days))
          for (const told of [events, shuffled, [...shuffled, ...events]])
            assert.equal(time(told), days === 0 ? 0 : (days + 3) * DAY)
        }
      )
    )
  })

  test('a refund is about the one that it names, or the newest one before it', ({ assert }) => {
    const known = after(paid(1, 30, 'a'), paid(2, 60, 'b'))
    const lost = (event: NormalEvent, periods = known) =>
      periodsWithout(periods, event).flatMap(({ gone, end }) => (gone ? [end / DAY] : []))
    assert.deepEqual(lost(told(3, ['a'])), [30])
    assert.deepEqual(lost(told(3, [], { subscription: false, ref: 'b' })), [60])
    assert.deepEqual(lost(told(3, ['other'])), [])
    assert.deepEqual(lost(told(3, [])), [60])
    assert.deepEqual(lost(told(1, [])), [30])
    const unnamed = after(paid(1, 30), paid(5, 60))
    assert.deepEqual(lost(told(9, ['invoice:1'], { paidAt: 2 }), unnamed), [30])
    assert.deepEqual(lost(told(9, ['invoice:1']), unnamed), [60])
  })

  test('pay until the last one whose money is not gone', ({ assert }) => {
    const known = after(paid(1, 30, 'a'), paid(2, 60, 'b'))
    const left = periodsWithout(known, told(3, ['b']))
    const until = (
      periods: PaidPeriod[],
      endedAt: number | null,
      kind: 'renewal' | 'addon' = 'renewal',
      end?: number
    ) => paidTime({ periodEnd: null, endedAt, latest: { periods, end } }, soldAs(kind)) / DAY
    assert.equal(until(known, null), 63)
    assert.equal(until(known, 5), 60)
    assert.equal(until(known, 5, 'renewal', 45 * DAY), 45)
    assert.equal(until(left, null), 33)
    assert.equal(until(left, null, 'addon'), 0)
    assert.equal(until([], null), 0)
    assert.equal(lastPaid(left), 30 * DAY)
    assert.isNull(lastPaid([]))
    assert.isTrue(isPeriodGone(left, 60 * DAY + 1))
    assert.isFalse(isPeriodGone(left, 30 * DAY))
    assert.isFalse(isPeriodGone([{ end: 0, at: 1, names: ['a'], gone: true }], null))
  })
})
