import { test } from '@japa/runner'
import fc from 'fast-check'
import { isZone, pointCount, seriesPoints, seriesRange, type Point } from '#kernel/time/time_series'

const at = (text: string) => Date.parse(text)
const HOUR = 3_600_000
const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Santiago',
]

/** contract/01-changes#reads-for-a-console */
test.group('buckets of a time series', () => {
  test('days of {0} begin at its midnight, also when its clocks change')
    .with([
      [
        'Europe/Vienna',
        '2026-03-28T12:00Z',
        '2026-03-31T00:00Z',
        ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
      ],
      ['UTC', '2026-03-28T12:00Z', '2026-03-30T00:00Z', ['2026-03-28T00:00Z', '2026-03-29T00:00Z']],
      ['Asia/Kolkata', '2026-01-01T18:29Z', '2026-01-01T18:31Z', ['2025-12-31T18:30Z', '2026-01-01T18:30Z']],
      // Havana repeats the first hour of a day: the day begins with the first of the two, wherever the range begins.
      [
        'America/Havana',
        '2026-11-01T12:00Z',
        '2026-11-02T06:00Z',
        ['2026-11-01T04:00Z', '2026-11-02T05:00Z'],
      ],
      [
        'America/Havana',
        '2026-10-31T12:00Z',
        '2026-11-01T06:00Z',
        ['2026-10-31T04:00Z', '2026-11-01T04:00Z'],
      ],
      // Santiago skips the first hour of a day, and repeats the last.
      [
        'America/Santiago',
        '2026-09-06T12:00Z',
        '2026-09-07T04:00Z',
        ['2026-09-06T04:00Z', '2026-09-07T03:00Z'],
      ],
      [
        'America/Santiago',
        '2026-04-04T12:00Z',
        '2026-04-05T05:00Z',
        ['2026-04-04T03:00Z', '2026-04-05T04:00Z'],
      ],
      // The day that Samoa skipped.
      ['Pacific/Apia', '2011-12-30T09:00Z', '2011-12-30T11:00Z', ['2011-12-29T10:00Z', '2011-12-30T10:00Z']],
    ] as const)
    .run(({ assert }, [zone, from, to, starts]) => {
      const range = seriesRange({ from: at(from), to: at(to), interval: 'day', zone }, 0)
      const points = seriesPoints(range, [])
      assert.deepEqual(
        points.map((one) => one.at),
        starts.map(at)
      )
    })

  test('without a range: the last 30 days of the zone, today included', ({ assert }) => {
    const now = at('2026-04-10T23:30Z')
    const range = seriesRange({ interval: 'day', zone: 'Europe/Vienna' }, now)
    assert.equal(range.from, at('2026-03-12T23:00Z'))
    assert.lengthOf(seriesPoints(range, []), 30)
  })

  test('lose and double no hour, in any zone', () => {
    const moment = fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') })
    const hours = fc.array(fc.record({ at: fc.integer({ min: 0, max: 24 * 60 }), count: fc.nat(1000) }))
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        moment,
        fc.integer({ min: 1, max: 60 }),
        hours,
        (zone, from, days, some) => {
          const range = seriesRange({ from, to: from + days * 24 * HOUR, interval: 'day', zone }, 0)
          const first = Math.ceil(range.from / HOUR) * HOUR
          const given: Point[] = some.map((one) => ({ at: first + one.at * HOUR, count: one.count }))
          const points = seriesPoints(range, given)
          const sum = (list: Point[]) => list.reduce((total, one) => total + one.count, 0)
          const inside = given.filter((one) => one.at < range.to)
          const rising = points.every((one, n) => n === 0 || one.at > points[n - 1].at)
          return rising && sum(points) === sum(inside) && Math.abs(points.length - pointCount(range)) <= 1
        }
      ),
      { numRuns: 100 }
    )
  })

  test('a day begins at one moment, whichever of its hours a range begins with', () => {
    const changes = ['2026-11-01', '2026-03-08', '2026-04-05', '2026-09-06', '2026-03-29', '2026-10-25']
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom(...changes.map(at)),
        fc.integer({ min: -48, max: 48 }),
        (zone, change, hours) => {
          const from = change + hours * HOUR
          const long = seriesRange({ from: from - 72 * HOUR, to: from + 1, interval: 'day', zone }, 0)
          const short = seriesRange({ from, to: from + 1, interval: 'day', zone }, 0)
          return seriesPoints(long, []).at(-1)!.at === short.from
        }
      ),
      { numRuns: 200 }
    )
  })

  test('zones are those of the IANA database', ({ assert }) => {
    for (const zone of ZONES) assert.isTrue(isZone(zone), zone)
    for (const zone of ['', '+05:30', 'Mars/Base', 'Europe/Vienna\0', 'x'.repeat(100)])
      assert.isFalse(isZone(zone), zone)
  })
})
