import { test } from '@japa/runner'
import { restoreTimeZone } from '#tests/testkit/time_zone'
import { shortTime, withWord } from '../../../resources/console/src/ui/short_time.js'

const NOW = Date.parse('2026-11-26T23:00:00.000Z')
const HOUR = 3_600_000

test.group('how far a moment is from now', (group) => {
  restoreTimeZone(group)

  // 47 hours after Thursday 23:00 it is Saturday: "tomorrow" would name the day before.
  test('{hours} hours from now are shown as {words}')
    .with([
      { hours: 47, words: 'in 1 day' },
      { hours: 24, words: 'in 1 day' },
      { hours: 23, words: 'in 23 hours' },
      { hours: -47, words: '1 day ago' },
      { hours: -48, words: '2 days ago' },
      { hours: 168, words: 'in 7 days' },
      { hours: 0, words: 'now' },
    ])
    .run(({ assert }, { hours, words }) => {
      assert.equal(shortTime(new Date(NOW + hours * HOUR).toISOString(), 'utc', NOW), words)
    })

  test('seconds are not counted, because times change once a minute', ({ assert }) => {
    const words = (ms: number) => shortTime(new Date(NOW + ms).toISOString(), 'utc', NOW)
    assert.deepEqual([900, -900, -59_999].map(words), ['now', 'now', 'now'])
    assert.deepEqual([1000, 59_999].map(words), ['in less than a minute', 'in less than a minute'])
    assert.deepEqual([60_000, -60_000].map(words), ['in 1 minute', '1 minute ago'])
  })

  test('a moment more than a week away is a date of the zone', ({ assert }) => {
    const at = '2026-12-24T23:30:00.000Z'
    assert.equal(shortTime(at, 'utc', NOW), '24 Dec 2026')
    process.env.TZ = 'Europe/Berlin'
    assert.equal(shortTime(at, 'local', NOW), '25 Dec 2026')
  })

  test('only a date gets a word before it', ({ assert }) => {
    const words = (hours: number) => withWord('on', new Date(NOW + hours * HOUR).toISOString(), 'utc', NOW)
    assert.deepEqual([words(-48), words(48), words(0)], ['2 days ago', 'in 2 days', 'now'])
    assert.equal(words(-24 * 30), 'on 27 Oct 2026')
    assert.equal(words(24 * 30), 'on 26 Dec 2026')
  })
})
