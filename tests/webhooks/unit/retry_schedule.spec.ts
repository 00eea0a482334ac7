import { test } from '@japa/runner'
import fc from 'fast-check'
import { maxAttempts, nextRetryAt, RETRY_DELAYS } from '#webhooks/rules/retry_schedule'

const AT = 1_790_000_000_000

test.group('webhook retry schedule', () => {
  test('attempt {0} is followed by the next after {1} seconds')
    .with([
      [1, 30],
      [2, 60],
      [3, 120],
      [4, 240],
      [5, 480],
    ] as const)
    .run(({ assert }, [attempt, seconds]) => {
      assert.equal(nextRetryAt(attempt, 6, AT), AT + seconds * 1000)
    })

  test('the sixth attempt is the last', ({ assert }) => {
    assert.equal(maxAttempts(RETRY_DELAYS), 6)
    assert.isNull(nextRetryAt(6, 6, AT))
    assert.isNull(nextRetryAt(7, 6, AT))
    assert.isNull(nextRetryAt(1, 1, AT))
  })

  test('any table gives as many retries as it has delays, and then none', ({ assert }) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 12 }), (delays) => {
        const seen: number[] = []
        for (let attempt = 1, at: number | null = AT; at !== null; attempt++) {
          const next = nextRetryAt(attempt, maxAttempts(delays), at, delays)
          if (next !== null) seen.push((next - at) / 1000)
          at = next
        }
        assert.deepEqual(seen, delays)
      }),
      { verbose: true }
    )
  })
})
