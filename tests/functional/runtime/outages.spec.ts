import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { databaseUrl } from '#services/datastores'
import { until } from '#tests/support/processes'
import { startServer, type OtherServer } from '#tests/support/servers'
import { tcpProxy, type TcpProxy } from '#tests/support/tcp_proxy'
import { authorize, createVendor, seedLicense, stored, type Vendor } from '#tests/support/runtime'

type Seen = { kind: 'good' | 'bad'; status: number; code: string; ms: number }

/** What the interface lets a client see while a store is away (7.2). */
const DOCUMENTED = ['SIGNING_UNAVAILABLE', 'RATE_LIMIT_UNAVAILABLE']
const redisUrl = process.env.REDIS_URL

test.group('authorize: stores that go away', (group) => {
  let proxies: Record<string, TcpProxy> = {}
  let server: OtherServer
  group.setup(async () => {
    const postgres = new URL(databaseUrl())
    proxies.Postgres = await through(postgres, 5432)
    const redis = redisUrl ? new URL(redisUrl) : undefined
    if (redis) proxies.Redis = await through(redis, 6379)
    server = await startServer({
      DATABASE_URL: postgres.href,
      REDIS_URL: redis?.href,
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
      const refused = load.seen.filter(({ status }) => status !== 200 && status !== 403)
      assert.deepEqual(
        refused.filter(({ status, code }) => status !== 503 || !DOCUMENTED.includes(code)),
        []
      )
      assert.deepEqual(
        load.seen.filter(({ kind, status }) => kind === 'bad' && status === 200),
        []
      )
      assert.deepEqual(
        load.seen.filter(({ kind, status }) => kind === 'good' && status === 403),
        []
      )
      assert.isBelow(Math.max(...load.seen.map(({ ms }) => ms)), 1500)
      assert.lengthOf((await stored(license.id)).bindings, 1)
    })
    .timeout(30_000)
})

type Load = ReturnType<typeof startLoad>

/** Takes a store away under load, and gives it back; answers with what was seen meanwhile. */
async function takeAway(proxy: TcpProxy, how: 'paused' | 'killed', { seen }: Load): Promise<Seen[]> {
  await until(() => seen.length >= 20, 'some load')
  if (how === 'paused') proxy.pause()
  else await proxy.cut()
  const from = seen.length
  await delay(2500)
  const during = seen.slice(from)
  if (how === 'paused') proxy.resume()
  else await proxy.mend()
  const back = seen.length
  const allowed = () => seen.slice(back).filter(({ kind, status }) => kind === 'good' && status === 200)
  await until(() => allowed().length > 20, 'the service to recover', 10_000)
  return during
}

/** Calls that must be allowed and calls that must not, again and again, each in four lanes. */
function startLoad(vendor: Vendor, licenseKey: string, base: string) {
  const seen: Seen[] = []
  let stopped = false
  const lane = async (kind: Seen['kind']) => {
    while (!stopped) {
      const hwid = kind === 'good' ? 'mine' : 'another'
      const started = performance.now()
      const { status, body } = await authorize(vendor, licenseKey, { hwid }, { base })
      const ms = performance.now() - started
      seen.push({ kind, status, code: body.error?.code ?? '', ms })
      await delay(5)
    }
  }
  const lanes = Array.from({ length: 8 }, (_, at) => lane(at % 2 === 0 ? 'good' : 'bad'))
  return {
    seen,
    async stop() {
      stopped = true
      await Promise.all(lanes)
    },
  }
}

/** Puts a proxy before a store and turns its address to that proxy. */
async function through(url: URL, defaultPort: number): Promise<TcpProxy> {
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || defaultPort) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return proxy
}
