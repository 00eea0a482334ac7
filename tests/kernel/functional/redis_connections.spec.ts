import { once } from 'node:events'
import { test } from '@japa/runner'
import { Redis } from 'ioredis'
import redisConfig from '#config/redis'
import { openRedis, redisProbe } from '#kernel/redis/redis_connection'
import { REDIS, type RedisUseName } from '#kernel/redis/redis_uses'
import { nextProbe } from '#tests/testkit/kernel_timers'
import OwnRedis from '#tests/testkit/own_redis'
import { tcpProxy } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'

/** A connection as the service opens it; the package of the attempt limits opens its own from the settings. */
function open(use: RedisUseName, { url, host, port }: OwnRedis): Redis {
  if (use === 'attempts') return new Redis({ ...redisConfig.connections.main, host, port })
  return use === 'probe' ? redisProbe(url) : openRedis(url, use)
}

/**
 * Sends a command as a client that does not leave the server on an error. Returns the error; null if the command
 * succeeds.
 */
async function errorOf({ url }: OwnRedis, ...[command, ...words]: [string, ...string[]]) {
  const redis = new Redis(url, { enableReadyCheck: false, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    return await redis.call(command, ...words).then(
      () => null,
      (error: Error) => error.message
    )
  } finally {
    redis.disconnect()
  }
}

test.group('connections to Redis', (group) => {
  // The tests start their own servers, whatever store the service uses.
  group.tap((one) => one.tags(['@once']).skip(() => !OwnRedis.isThere(), 'no redis-server'))

  test('the kernel asks an idle connection for {$self} every few seconds whether Redis is still there')
    .with(Object.keys(REDIS) as RedisUseName[])
    .run(async ({ assert, cleanup }, use) => {
      const server = (await OwnRedis.open())!
      cleanup(() => server.kill())
      const redis = open(use, server)
      cleanup(() => redis.disconnect())
      await (redis.status === 'wait' ? redis.connect() : once(redis, 'ready'))
      const seconds = await until('a timer', () => nextProbe(redis.stream))
      assert.isAtMost(seconds, 5)
    })
    .skip(process.platform !== 'linux', 'only Linux tells')

  test('a server that answers {0} is left for the one that is at its address now')
    .with([
      ['READONLY', ['set', 'place', 'new'], (old, next) => old.demote(next)],
      ['MASTERDOWN', ['get', 'place'], (old) => old.orphan()],
      ['LOADING', ['get', 'place'], (old, next) => old.loadSlowly(next)],
    ] as [string, [string, ...string[]], (old: OwnRedis, next: OwnRedis) => Promise<void>][])
    .run(async ({ assert, cleanup }, [error, command, spoil]) => {
      const [old, next] = [(await OwnRedis.open())!, (await OwnRedis.open())!]
      cleanup(() => Promise.all([old.kill(), next.kill()]).then(() => {}))
      const proxy = await tcpProxy(old)
      cleanup(() => proxy.close())
      const redis = openRedis(`redis://127.0.0.1:${proxy.port}`, 'work')
      cleanup(() => redis.disconnect())
      await redis.ping()
      const good = openRedis(next.url, 'work')
      cleanup(() => good.disconnect())
      await good.set('place', 'new')

      // From now on, new connections lead to the other server, and the open connection to the old one.
      proxy.lead(next)
      await spoil(old, next)
      await until(`the answer ${error}`, async () => (await errorOf(old, ...command))?.startsWith(error))
      assert.oneOf(await redis.call(...command), ['OK', 'new'])
      assert.equal(await good.get('place'), 'new')
    })
})
