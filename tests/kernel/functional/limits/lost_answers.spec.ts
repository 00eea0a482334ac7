import { test } from '@japa/runner'
import OwnRedis from '#tests/testkit/own_redis'
import { startServer } from '#tests/testkit/servers'
import { tcpProxy } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'

test.group('limits of attempts in Redis', (group) => {
  group.tap((one) => one.skip(!OwnRedis.isThere(), 'no redis-server on the PATH').tags(['@once']))

  test('an attempt whose answer is lost on the way counts once', async ({ assert, cleanup }) => {
    const redis = (await OwnRedis.open())!
    cleanup(() => redis.kill())
    const proxy = await tcpProxy({ host: redis.host, port: redis.port })
    cleanup(() => proxy.close())
    const server = await startServer({
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      LOGIN_LIMIT_PER_15_MIN: '100',
      LOGIN_FAILURES_PER_DAY: '-1',
      SDK_SIGNING_REQUIRED: 'true',
    })
    cleanup(() => server.kill('SIGKILL'))
    const signIn = () =>
      fetch(`${server.base}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'lost@example.com', password: 'is not anybody' }),
      })
    assert.equal((await signIn()).status, 401)
    assert.equal(await redis.sumOf('*login_*'), 1)

    proxy.deafen()
    const call = signIn()
    await until('Redis to count it', async () => (await redis.sumOf('*login_*')) === 2)
    proxy.reset()
    assert.equal((await call).status, 503)
    assert.equal(await redis.sumOf('*login_*'), 2)
    await until('the service to recover', async () => (await signIn()).status === 401)
    assert.equal(await redis.sumOf('*login_*'), 3)
  }).timeout(60_000)
})
