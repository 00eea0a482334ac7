import { test } from '@japa/runner'
import config from '#config/queue'
import { newApiKey } from '#accounts/credentials/api_key_strings'
import { deliverCounts } from '#kernel/limits/refused_requests'
import { usedInWindows } from '#kernel/limits/used_in_windows'
import { lowered, withoutLimits } from '#tests/testkit/limits'
import { authorize, createVendor, seedLicense, type Answer, type Vendor } from '#tests/testkit/runtime'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

const perKey = (limit: number) => ({ free: limit, pro: limit, business: limit, enterprise: limit })
const wrong = { secret: 'wrong' }
const leftOfKey = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining-key'))

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
})
