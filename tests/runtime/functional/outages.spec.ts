import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { assertFailedClosed, startLoad, type Load, type Seen } from '#tests/testkit/authorize_load'
import { until } from '#tests/testkit/wait'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import { proxyBefore, type TcpProxy } from '#tests/testkit/tcp_proxy'
import { authorize, createVendor, seedLicense, stored } from '#tests/testkit/runtime'

const redisUrl = process.env.REDIS_URL

test.group('authorize: stores that go away', (group) => {
  let proxies: Record<string, TcpProxy> = {}
  let server: OtherServer
  group.setup(async () => {
    const postgres = await proxyBefore(databaseUrl(), 5432)
    const redis = redisUrl ? await proxyBefore(redisUrl, 6379) : null
    proxies.Postgres = postgres.proxy
    if (redis) proxies.Redis = redis.proxy
    server = await startServer({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis?.url,
      SDK_SIGNING_REQUIRED: 'true',
      API_KEY_IP_LIMIT_PER_MIN: '1000000',
    })
    return async () => {
      await server.kill('SIGKILL')
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      proxies = {}
    }
  })

  test('{0} is {1}: documented answers within a second, nobody let in wrongly, recovery unaided')
    .with(
      (redisUrl ? ['Postgres', 'Redis'] : ['Postgres']).flatMap((store) => [
        [store, 'paused'] as const,
        [store, 'killed'] as const,
      ])
    )
    .run(async ({ assert }, [store, how]) => {
      const proxy = proxies[store]
      const vendor = await createVendor({ hwidMode: 'sticky' })
      const license = await seedLicense(vendor)
      assert.equal(
        (await authorize(vendor, license.key, { hwid: 'mine' }, { base: server.base })).status,
        200
      )

      const load = startLoad(vendor, license.key, server.base)
      let during: Seen[]
      try {
        during = await takeAway(proxy, how, load)
      } finally {
        await load.stop()
      }

      assert.isTrue(during.some(({ status }) => status === 503))
      assertFailedClosed(load.seen)
      assert.lengthOf((await stored(license.id)).bindings, 1)
    })
    .timeout(30_000)

  test('an answer that is lost on the way is no reason to ask again: the nonce of the call would be known', async ({
    assert,
  }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const unheard = proxies.Redis.deafen()
    const call = authorize(vendor, license.key, {}, { base: server.base })
    await until('Redis to answer', () => unheard().includes('[['))
    proxies.Redis.reset()
    const { status, body } = await call
    assert.deepEqual([status, body.error?.code], [503, 'RATE_LIMIT_UNAVAILABLE'])
    await until('the service to recover', async () => {
      return (await authorize(vendor, license.key, {}, { base: server.base })).status === 200
    })
  }).skip(!redisUrl, 'there is no Redis in this pass')
})

/** Takes a store away under load, and gives it back; returns the calls that were seen during that time. */
async function takeAway(proxy: TcpProxy, how: 'paused' | 'killed', { seen }: Load): Promise<Seen[]> {
  await until('some load', () => seen.length >= 20)
  if (how === 'paused') proxy.pause()
  else await proxy.cut()
  const from = seen.length
  await delay(2500)
  const during = seen.slice(from)
  if (how === 'paused') proxy.resume()
  else await proxy.mend()
  const back = seen.length
  const allowed = () => seen.slice(back).filter(({ kind, status }) => kind === 'good' && status === 200)
  await until('the service to recover', () => allowed().length > 20, 10_000)
  return during
}
