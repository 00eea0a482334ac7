import { test } from '@japa/runner'
import config from '#config/queue'
import { outages } from '#kernel/limits/pass_uncounted'
import { OutageLog } from '#kernel/observe/outage_log'
import { call } from '#tests/testkit/api'
import { lowered, withoutLimits } from '#tests/testkit/limits'
import { until } from '#tests/testkit/wait'

const ask = () => call('GET', '/v1/dashboard/me')

test.group('limits whose store is down', (group) => {
  group.tap((one) => one.skip(config.backend === 'redis', 'the store is Redis: see the suites on Redis'))

  test('fail closed where signing is required, but for the routes that tell what is down', async ({
    assert,
  }) => {
    using _ = lowered({ ipPerMinute: 100, failClosed: true })
    await withoutLimits(async () => {
      const started = performance.now()
      const answer = await call('GET', '/v1/dashboard/me')
      assert.isBelow(performance.now() - started, 1000)
      assert.equal(answer.status, 503)
      assert.equal(answer.body.error.code, 'RATE_LIMIT_UNAVAILABLE')
      assert.isNotNull(answer.headers.get('retry-after'))
      assert.equal(answer.headers.get('x-ratelimit-limit-ip'), '100')
      assert.equal((await call('GET', '/v1/status')).status, 200)
    })
  })

  test('are said once in the log, however many calls pass, and once that they work again', async ({
    assert,
    cleanup,
  }) => {
    const lines: string[] = []
    const note = (_: object, message: string) => void lines.push(message)
    const { windows } = outages
    outages.windows = new OutageLog('rate limits are counted again', {}, { warn: note, info: note })
    cleanup(() => void (outages.windows = windows))
    using _ = lowered({ ipPerMinute: 100, failClosed: false })
    await withoutLimits(async () => {
      for (let call = 0; call < 3; call++) await Promise.all([ask(), ask(), ask()])
    })
    assert.deepEqual(lines, ['rate limits cannot be counted: calls pass uncounted'])
    await until('the end to be logged', async () => {
      await ask()
      return lines.length > 1
    })
    await ask()
    assert.deepEqual(lines.slice(1), ['rate limits are counted again'])
  })

  test('pass uncounted elsewhere', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 100, failClosed: false })
    await withoutLimits(async () => {
      const answer = await call('GET', '/v1/dashboard/me')
      assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    })
  })
})
