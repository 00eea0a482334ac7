import { test } from '@japa/runner'
import fc from 'fast-check'
import config from '#config/queue'
import { newApiKey } from '#accounts/credentials/api_key_strings'
import { consume } from '#kernel/limits/rate_limits'
import { countRefused, deliverCounts } from '#kernel/limits/refused_requests'
import { usedInWindows } from '#kernel/limits/used_in_windows'
import { newId } from '#kernel/secrets/ids'
import { lowered, withoutLimits } from '#tests/testkit/limits'
import { authorize, createVendor, seedLicense, type Answer, type Vendor } from '#tests/testkit/runtime'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

const perKey = (limit: number) => ({ free: limit, pro: limit, business: limit, enterprise: limit })
const wrong = { secret: 'wrong' }
const leftOfKey = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining-key'))
const fresh = (limit: number) => ({ key: `t:${newId()}`, limit })

/** Makes calls with a wrong signature one after another; returns the rest of the key's window after each call. */
async function wrongCalls(vendor: Vendor, times: number, base?: string) {
  const left: number[] = []
  for (let time = 0; time < times; time++) {
    const answer = await authorize(vendor, 'NONE', {}, { ...wrong, base })
    if (answer.status !== 401) throw new Error(answer.text)
    left.push(leftOfKey(answer))
  }
  return left
}

const countdown = (from: number, times: number) => Array.from({ length: times }, (_, at) => from - at)

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
})

test.group('runtime calls with a wrong signature', () => {
  test('count down in the headers, and a good call is told the rest', async ({ assert }) => {
    using _ = lowered({ keyPerMinute: perKey(100) })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    assert.deepEqual(await wrongCalls(vendor, 15), countdown(99, 15))
    const good = await authorize(vendor, license.key)
    assert.deepEqual([good.status, leftOfKey(good)], [200, 84])
    assert.deepEqual(await wrongCalls(vendor, 3), countdown(83, 3))
  })

  test('are refused from exactly that call on that finds the window full', async ({ assert }) => {
    using _ = lowered({ keyPerMinute: perKey(20) })
    const vendor = await createVendor()
    assert.deepEqual(await wrongCalls(vendor, 20), countdown(19, 20))
    const late = await authorize(vendor, 'NONE', {}, wrong)
    assert.deepEqual([late.status, late.body.error!.code, leftOfKey(late)], [429, 'RATE_LIMITED', 0])
    assert.match(late.headers.get('retry-after')!, /^([1-9]|[1-5]\d|60)$/)
  })

  test('leave others exactly what they have left', async ({ assert }) => {
    using _ = lowered({ productPerMinute: 30 })
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const again = () => authorize(vendor, license.key, { sessionId: 'mine' })
    assert.equal((await again()).status, 200)
    await wrongCalls(vendor, 19)
    const answers = await Promise.all(Array.from({ length: 14 }, again))
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      10
    )
  })

  test('are seen by another process', async ({ assert, cleanup }) => {
    const server = await startServer({ API_KEY_LIMIT_FREE_PER_MIN: '100' })
    cleanup(() => server.kill('SIGKILL'))
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    using _ = lowered({ keyPerMinute: perKey(100) })
    await wrongCalls(vendor, 10)
    await until(
      'the counts to be there',
      async () => (await usedInWindows([`key:${vendor.keyId}`])) === 10,
      2000
    )
    const good = await authorize(vendor, license.key, {}, { base: server.base })
    assert.deepEqual([good.status, leftOfKey(good)], [200, 89])
    await wrongCalls(vendor, 5, server.base)
    await server.kill('SIGTERM')
    assert.equal(await usedInWindows([`key:${vendor.keyId}`]), 16, 'a process that ends has told the store')
  })

  test('an unknown key counts for its address', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 1_000_000 })
    const vendor = { ...(await createVendor()), key: newApiKey() }
    const left = async () => {
      const { status, headers } = await authorize(vendor, 'NONE')
      assert.deepEqual([status, headers.get('x-ratelimit-remaining-key')], [401, '-1'])
      return Number(headers.get('x-ratelimit-remaining-ip'))
    }
    const first = await left()
    for (let time = 1; time <= 10; time++) assert.equal(await left(), first - time)
  })
})

test.group('requests that are refused while the store is down', (group) => {
  group.tap((one) => one.skip(config.backend === 'redis', 'the store is Redis: see the suites on Redis'))

  const statusAndCode = async (vendor: Vendor) => {
    const { status, body } = await authorize(vendor, 'NONE', {}, wrong)
    return `${status} ${body.error!.code}`
  }

  test('get RATE_LIMIT_UNAVAILABLE within a moment where limits fail closed, and 401 afterwards', async ({
    assert,
  }) => {
    using _ = lowered({ keyPerMinute: perKey(100), failClosed: true })
    const vendor = await createVendor()
    await wrongCalls(vendor, 5)
    await withoutLimits(async () => {
      const seen: string[] = []
      await until(
        'the store to be missed',
        async () => seen.push(await statusAndCode(vendor)) && seen.at(-1)!.startsWith('503'),
        1500
      )
      assert.equal(seen.at(-1), '503 RATE_LIMIT_UNAVAILABLE')
      assert.isTrue(seen.slice(0, -1).every((one) => one === '401 INVALID_SIGNATURE'))
      assert.equal(await statusAndCode(vendor), '503 RATE_LIMIT_UNAVAILABLE')
    })
    assert.equal(await statusAndCode(vendor), '401 INVALID_SIGNATURE')
  })

  test('get 401 elsewhere', async ({ assert }) => {
    using _ = lowered({ keyPerMinute: perKey(100), failClosed: false })
    const vendor = await createVendor()
    await wrongCalls(vendor, 5)
    await deliverCounts()
    await withoutLimits(async () => {
      for (let time = 0; time < 20; time++) {
        assert.equal(await statusAndCode(vendor), '401 INVALID_SIGNATURE')
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    })
    assert.isAtMost((await wrongCalls(vendor, 1))[0], 94)
  })

  test('lose the counts that were on their way, and not all of them', async ({ assert }) => {
    const buckets = await refusedTwiceIn(600)
    await withoutLimits(deliverCounts)
    await deliverCounts()
    // The service may have tried on its own meanwhile. A delivery takes 256 along at a time.
    assert.isAtLeast(await usedInWindows(buckets.map(({ key }) => key)), 1200 - 2 * 256)
  })
})
