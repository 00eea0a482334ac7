import { test } from '@japa/runner'
import { restoreTimeZone } from '#tests/testkit/time_zone'
import { dayOf, endOfDay, momentOf, startOfDay } from '../../../resources/console/src/ui/days.js'

test.group('the days that people choose', (group) => {
  restoreTimeZone(group)

  test('{day} in {zone} begins at {from} and ends at {to}')
    .with([
      {
        day: '2026-06-01',
        zone: 'Europe/Berlin',
        from: '2026-05-31T22:00:00.000Z',
        to: '2026-06-01T22:00:00.000Z',
      },
      // Clocks are put back: the day has 25 hours.
      {
        day: '2026-10-25',
        zone: 'Europe/Berlin',
        from: '2026-10-24T22:00:00.000Z',
        to: '2026-10-25T23:00:00.000Z',
      },
      // Clocks are put forward: the day has 23 hours.
      {
        day: '2026-03-29',
        zone: 'Europe/Berlin',
        from: '2026-03-28T23:00:00.000Z',
        to: '2026-03-29T22:00:00.000Z',
      },
      // Clocks are put forward at midnight, which does not exist on this day.
      {
        day: '2026-04-24',
        zone: 'Africa/Cairo',
        from: '2026-04-23T22:00:00.000Z',
        to: '2026-04-24T21:00:00.000Z',
      },
    ])
    .run(({ assert }, { day, zone, from, to }) => {
      process.env.TZ = zone
      assert.equal(startOfDay(day, 'local'), from)
      assert.equal(startOfDay(day, 'local', 1), to)
      assert.equal(endOfDay(day, 'local'), new Date(Date.parse(to) - 1000).toISOString())
      assert.equal(dayOf(endOfDay(day, 'local'), 'local'), day)
    })

  test('of UTC are the same everywhere', ({ assert }) => {
    process.env.TZ = 'America/Los_Angeles'
    assert.equal(startOfDay('2026-10-25', 'utc'), '2026-10-25T00:00:00.000Z')
    assert.equal(startOfDay('2026-10-31', 'utc', 1), '2026-11-01T00:00:00.000Z')
    assert.equal(endOfDay('2026-10-25', 'utc'), '2026-10-25T23:59:59.000Z')
    assert.equal(dayOf('2026-10-25T23:59:59.000Z', 'utc'), '2026-10-25')
    assert.equal(momentOf('2026-10-25T14:30', 'utc'), '2026-10-25T14:30:00.000Z')
    assert.equal(momentOf('2026-10-25T14:30', 'local'), '2026-10-25T21:30:00.000Z')
  })

  test('end with the last one that the service reads', ({ assert }) => {
    for (const [zone, end] of [
      ['America/Los_Angeles', '9999-12-31T23:59:59.999Z'],
      ['UTC', '9999-12-31T23:59:59.000Z'],
    ]) {
      process.env.TZ = zone
      assert.equal(startOfDay('9999-12-31', 'local', 1), '9999-12-31T23:59:59.999Z')
      assert.equal(endOfDay('9999-12-31', 'local'), end)
    }
    assert.equal(startOfDay('1970-01-01', 'utc'), '1970-01-01T00:00:00.000Z')
  })

  test('of the last moments of the calendar are the last day, east of UTC too', ({ assert }) => {
    for (const zone of ['Europe/Berlin', 'UTC', 'America/Los_Angeles']) {
      process.env.TZ = zone
      assert.equal(dayOf('9999-12-31T23:59:59.999Z', 'local'), '9999-12-31')
    }
  })

  test('are none where {$self} is typed')
    .with(['', 'soon', '2026-13-01', '2026-02-30', '2026', '12026-01-01', '+275760-09-13', '0000-01-01'])
    .run(({ assert }, typed) => {
      assert.isUndefined(startOfDay(typed, 'local'))
      assert.isUndefined(endOfDay(typed, 'utc'))
    })
})
