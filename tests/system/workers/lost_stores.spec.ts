import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { askOf } from '#tests/testkit/asked_postgres'
import { assertFailedClosed, startLoad, type Load } from '#tests/testkit/authorize_load'
import OwnPostgres from '#tests/testkit/own_postgres'
import OwnRedis from '#tests/testkit/own_redis'
import { until } from '#tests/testkit/wait'
import { authorize, createVendor, seedLicense, stored } from '#tests/testkit/runtime'
import { startServer } from '#tests/testkit/servers'

type Fault = { name: string; take: () => unknown; giveBack: () => unknown }

test.group('authorize: the stores themselves are crashed, stopped and killed', () => {
  test('only documented answers, nobody let in wrongly, recovery unaided', async ({ assert, cleanup }) => {
    const postgres = await OwnPostgres.open()
    cleanup(() => postgres.close())
    const redis = await OwnRedis.open()
    cleanup(() => redis?.kill())
    const server = await startServer({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis?.url,
      REDIS_PREFIX: `lost-stores-${process.pid}`,
      SDK_SIGNING_REQUIRED: 'true',
      API_KEY_IP_LIMIT_PER_MIN: '1000000',
    })
    cleanup(() => server.kill('SIGKILL'))
    cleanup(askOf(postgres.url))
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)
    const { base } = server
    assert.equal((await authorize(vendor, license.key, { hwid: 'mine' }, { base })).status, 200)

    const faults: Fault[] = [
      { name: 'Postgres crashes', take: () => postgres.crash(), giveBack: () => postgres.start() },
    ]
    if (redis) {
      faults.push(
        { name: 'Redis stops', take: () => redis.pause(), giveBack: () => redis.resume() },
        { name: 'Redis is killed', take: () => redis.kill(), giveBack: () => redis.start() }
      )
    }
    const load = startLoad(vendor, license.key, base)
    try {
      await until('some load', () => allowed(load, 0))
      for (const fault of faults) await suffer(load, fault)
    } finally {
      await load.stop()
    }
    assertFailedClosed(load.seen)
    assert.lengthOf((await stored(license.id)).bindings, 1)
    assert.isNull(server.child.exitCode)
  })
    .tags(['@once'])
    .timeout(60_000)
})

async function suffer(load: Load, { name, take, giveBack }: Fault) {
  const before = load.seen.length
  await take()
  await until(`${name}: refusals`, () => load.seen.slice(before).some(({ status }) => status === 503), 5000)
  await delay(1000)
  await giveBack()
  const back = load.seen.length
  await until(`${name}: recovery`, () => allowed(load, back), 10_000)
}

function allowed({ seen }: Load, from: number): boolean {
  return seen.slice(from).filter(({ kind, status }) => kind === 'good' && status === 200).length > 10
}
