import { test } from '@japa/runner'
import config from '#config/queue'
import { call } from '#tests/testkit/api'
import { lowered, withoutLimits } from '#tests/testkit/limits'

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

  test('pass uncounted elsewhere', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 100, failClosed: false })
    await withoutLimits(async () => {
      const answer = await call('GET', '/v1/dashboard/me')
      assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    })
  })
})
