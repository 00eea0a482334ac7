import { test } from '@japa/runner'
import fc from 'fast-check'
import db from '@adonisjs/lucid/services/db'
import config from '#config/queue'
import { consume } from '#kernel/limits/rate_limits'
import { countRefused, deliverCounts } from '#kernel/limits/refused_requests'
import { usedInWindows } from '#kernel/limits/used_in_windows'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { withoutLimits } from '#tests/testkit/limits'
import { lockWaits } from '#tests/testkit/lock_waits'
import { until } from '#tests/testkit/wait'

const fresh = (limit: number) => ({ key: `t:${newId()}`, limit })

/** New windows in which two requests are counted each: the first by the store, the second by this process. */
async function refusedTwiceIn(count: number) {
  const buckets = Array.from({ length: count }, () => fresh(100))
  await Promise.all(buckets.map(async (one) => countRefused([one])))
  for (const one of buckets) await countRefused([one])
  return buckets
}

test.group('requests that are refused in any case', () => {
  test('are counted by the process once the store has said that there is room', async ({ assert }) => {
    const buckets = [fresh(100), fresh(-1), fresh(1000)]
    const first = countRefused(buckets)
    assert.instanceOf(first, Promise)
    assert.deepEqual((await first).remaining, [99, -1, 999])
    assert.deepEqual(countRefused(buckets), {
      denied: -1,
      retryAfter: 0,
      remaining: [98, -1, 998],
      fresh: null,
    })
    assert.deepEqual((await consume(buckets)).remaining, [97, -1, 997])
    assert.deepEqual((await countRefused(buckets)).remaining, [96, -1, 996])
  })

  test('reach the store by themselves', async ({ assert }) => {
    const bucket = fresh(100)
    for (let time = 0; time < 20; time++) await countRefused([bucket])
    await until('the store to know', async () => (await usedInWindows([bucket.key])) === 20, 2000)
    await deliverCounts()
    assert.equal(await usedInWindows([bucket.key]), 20, 'once')
  })

  test('reach the store however many windows they are of', async ({ assert }) => {
    const buckets = await refusedTwiceIn(600)
    await deliverCounts()
    assert.equal(await usedInWindows(buckets.map(({ key }) => key)), 1200)
  })

  test('are in the store when a later delivery ends, if an earlier one has taken them along', async ({
    assert,
  }) => {
    const bucket = fresh(100)
    for (let time = 0; time < 2; time++) await countRefused([bucket])
    const ended: string[] = []
    const earlier = deliverCounts().then(() => ended.push('earlier'))
    await new Promise(setImmediate)
    await deliverCounts().then(() => ended.push('later'))
    await earlier
    assert.deepEqual(ended, ['earlier', 'later'])
    assert.equal(await usedInWindows([bucket.key]), 2)
  })

  test('are counted before a later request, although Postgres could run that one first', async ({
    assert,
    cleanup,
  }) => {
    // A delivery locks its windows in the order of their names, so it has not reached the second one yet.
    const [held, own] = ['a', 'b'].map((name) => ({ key: `t:${name}:${newId()}`, limit: 100 }))
    for (const one of [held, own]) await countRefused([one])
    const lock = await db.transaction()
    cleanup(() => lock.rollback())
    await rows(lock, 'select from rate_limits where key like ? for update', [`${held.key}@%`])
    // By this process, and only now: it delivers its counts by itself after a moment.
    for (const one of [held, own]) await countRefused([one])
    const delivered = deliverCounts()
    await lockWaits(1, '%consume_windows%')
    const told = consume([own])
    assert.deepEqual((await consume([fresh(100)])).remaining, [99], 'others do not wait')
    await lock.rollback()
    assert.deepEqual((await told).remaining, [97])
    await delivered
  }).skip(config.backend === 'redis', 'a Redis runs requests in the order in which this process sends them')

  test('and others are told the same, one after another, as if the store counted all of them', async ({
    assert,
  }) => {
    const one = fc.record({
      refused: fc.boolean(),
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    })
    const limits = fc.record({
      a: fc.integer({ min: 0, max: 6 }),
      b: fc.integer({ max: 30 }),
      c: fc.constant(100),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 40 }), limits, async (calls, limitOf) => {
        const run = newId()
        const used = { a: 0, b: 0, c: 0 }
        for (const { refused, keys } of calls) {
          const buckets = keys.map((key) => ({ key: `t:${run}:${key}`, limit: limitOf[key] }))
          const { denied, remaining } = await (refused ? countRefused(buckets) : consume(buckets))
          const full = keys.findIndex((key) => limitOf[key] >= 0 && used[key] >= limitOf[key])
          if (full < 0) for (const key of keys) used[key]++
          const left = keys.map((key) => (limitOf[key] < 0 ? -1 : limitOf[key] - used[key]))
          assert.deepEqual({ denied, remaining }, { denied: full, remaining: left })
        }
      }),
      { numRuns: 40 }
    )
  })

  test('are all counted when they come side by side with others', async ({ assert }) => {
    const bucket = fresh(10_000)
    await countRefused([bucket])
    const calls = Array.from({ length: 300 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at % 60))
      return at % 3 === 0 ? consume([bucket]) : countRefused([bucket])
    })
    await Promise.all(calls)
    assert.deepEqual((await consume([bucket])).remaining, [10_000 - 302])
  })

  test('lose only the counts that were on their way when the store failed', async ({ assert }) => {
    const buckets = await refusedTwiceIn(600)
    await withoutLimits(deliverCounts)
    await deliverCounts()
    // The service may have tried on its own meanwhile. A delivery takes 256 along at a time.
    assert.isAtLeast(await usedInWindows(buckets.map(({ key }) => key)), 1200 - 2 * 256)
  }).skip(config.backend === 'redis', 'the store is Redis: see the suites on Redis')
})
