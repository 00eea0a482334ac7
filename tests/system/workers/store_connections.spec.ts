import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import GrantAdmin from '#accounts/actions/grant_admin'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import { untilEnded } from '#tests/testkit/faults'
import { seedLicenses } from '#tests/testkit/licenses'
import OwnRedis from '#tests/testkit/own_redis'
import type { Running } from '#tests/testkit/processes'
import { authorize, createVendor, listen, seedLicense, type Vendor } from '#tests/testkit/runtime'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import { proxyBefore, type TcpProxy } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'

/** After any fault, every connection works again within this time. Milliseconds. */
const HEALED = 30_000

/**
 * An operation that has not ended within this time has lost its call, because nothing wakes it; another one is then
 * tried. Milliseconds.
 */
const CALLED = 5000

type Stage = { vendor: Vendor; server: OtherServer }

/** Makes a request of a user to the server; returns its status. */
async function status({ vendor, server }: Stage, method: string, path: string, body?: object) {
  const response = await fetch(server.base + path, {
    method,
    headers: { authorization: `Bearer ${vendor.token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text }
}

/** An operation from the request to its end, with only the one call for a worker that the request makes. */
async function operate(stage: Stage, ms = HEALED): Promise<boolean> {
  const { orgId } = stage.vendor
  const [{ id }] = await seedLicenses(stage.vendor, 1)
  const path = `/v1/dashboard/orgs/${orgId}/licenses/freeze`
  const started = await status(stage, 'POST', path, { licenseIds: [id] })
  if (started.status !== 202) return false
  const { data } = JSON.parse(started.text) as { data: { operation: { id: string } } }
  await untilEnded([data.operation.id], ms)
  return true
}

/** Every way in which a process uses a store; each is repeated until it works. */
const uses: Record<string, (stage: Stage) => Promise<unknown>> = {
  'runtime calls': async ({ vendor, server }) => {
    const { key } = await seedLicense(vendor)
    return (await authorize(vendor, key, {}, { base: server.base })).status === 200
  },
  'requests that write': async (stage) => {
    const { productId, orgId } = stage.vendor
    const path = `/v1/dashboard/orgs/${orgId}/licenses`
    return (await status(stage, 'POST', path, { productId })).status === 201
  },
  'the limits of attempts': async (stage) =>
    (await status(stage, 'POST', '/v1/auth/login', { email: stage.vendor.email, password: 'no' })).status ===
    401,
  'the queue board': async (stage) => (await status(stage, 'GET', '/admin/queues/api/queues')).status === 200,
  health: async (stage) => (await status(stage, 'GET', '/health')).status === 200,
  'an operation, from the request to its end': (stage) => operate(stage, CALLED),
  'the outbox': async ({ vendor: { orgId } }) =>
    (await rows(db.connection(), 'select 1 from outbox_events where org_id = ? limit 1', [orgId])).length ===
    0,
}

/** Asserts that everything works again in time without help. */
function untilAllWorks(stage: Stage) {
  const tried = Object.entries(uses).map(([name, use]) =>
    until(name, () => use(stage).catch(() => false), HEALED)
  )
  return Promise.all(tried)
}

async function newVendor(): Promise<Vendor> {
  const vendor = await createVendor()
  await new GrantAdmin().execute(vendor.email, true)
  await listen(vendor, ['*'])
  return vendor
}

type Processes = { server: OtherServer; worker: Running }

/**
 * Starts an HTTP process and a worker on these stores. The worker is only booted, and wakes no operation that has lost
 * its call.
 */
async function startProcesses(env: Record<string, string | undefined>): Promise<Processes> {
  const settings = {
    SDK_SIGNING_REQUIRED: 'true',
    API_KEY_IP_LIMIT_PER_MIN: '1000000',
    LOGIN_LIMIT_PER_15_MIN: '1000000',
    REDIS_PREFIX: `connections-${process.pid}`,
    ...env,
  }
  const worker = bootWorker({ ...settings, STALE_AFTER: '3600000' }, ['bulk', 'webhooks', 'maintenance'])
  return { server: await startServer(settings), worker }
}

const redisUrl = process.env.REDIS_URL

test.group('connections to the stores', (group) => {
  let processes: Processes
  let redises: OwnRedis[] = []
  const proxies: Record<string, TcpProxy> = {}

  group.setup(async () => {
    if (redisUrl && OwnRedis.isThere()) redises = [(await OwnRedis.open())!, (await OwnRedis.open())!]
    const postgres = await proxyBefore(databaseUrl(), 5432)
    const redisAt = redises[0]?.url ?? redisUrl
    const redis = redisAt ? await proxyBefore(redisAt, 6379) : null
    proxies.Postgres = postgres.proxy
    if (redis) proxies.Redis = redis.proxy
    // Redis is unavailable when the processes first use it; Postgres must be available at the start.
    await redis?.proxy.cut()
    processes = await startProcesses({ DATABASE_URL: postgres.url, REDIS_URL: redis?.url })
    return async () => {
      await Promise.all([processes.server.kill('SIGKILL'), killWorker(processes.worker)])
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      await Promise.all(redises.map((one) => one.kill()))
    }
  })

  test('a store that is away, and then slow, at first use: everything works once it is there', async () => {
    const { server, worker } = processes
    const stage = { vendor: await newVendor(), server }
    await Promise.all(
      Object.values(uses)
        .slice(0, 5)
        .map((use) => use(stage).catch(() => {}))
    )
    const working = letWork(worker)
    const proxy = proxies.Redis ?? proxies.Postgres
    // The first command of a queue when it is opened. It now takes longer than the connection waits.
    proxy.slow(redisUrl ? 'info' : 'bullmq', 1500)
    if (redisUrl) await proxy.mend()
    await Promise.all([1, 2, 3].map(() => status(stage, 'GET', '/admin/queues/api/queues')))
    proxy.quick()
    await untilAllWorks(stage)
    await working
  }).timeout(90_000)

  test('the statements of a worker may take as long as they need', async ({ assert, cleanup }) => {
    const connection = db.connection()
    await rows(connection, 'create table seen_timeouts (statement text)')
    await rows(
      connection,
      `create function see_timeout() returns trigger language plpgsql as $$ begin
         insert into seen_timeouts values (current_setting('statement_timeout')); return new; end $$`
    )
    await rows(
      connection,
      'create trigger see_timeout after update on licenses for each row execute function see_timeout()'
    )
    cleanup(async () => {
      await rows(connection, 'drop function see_timeout cascade')
      await rows(connection, 'drop table seen_timeouts')
    })
    assert.isTrue(await operate({ vendor: await newVendor(), server: processes.server }))
    const seen = await rows(connection, 'select distinct statement from seen_timeouts')
    assert.deepEqual(seen, [{ statement: '0' }])
  })

  test('{0} {1}: everything works again by itself')
    .with(
      (redisUrl ? ['Redis', 'Postgres'] : ['Postgres']).flatMap((store) =>
        (['resets all connections', 'loses every packet of them'] as const).map(
          (how) => [store, how] as const
        )
      )
    )
    .run(async (_context, [store, how]) => {
      const stage = { vendor: await newVendor(), server: processes.server }
      await untilAllWorks(stage)
      if (how === 'resets all connections') proxies[store].reset()
      else proxies[store].blackhole()
      await untilAllWorks(stage)
    })
    .timeout(90_000)

  test('a Redis that fails over: the old primary, which has become read-only, is left for the new one', async ({
    assert,
  }) => {
    const [old, next] = redises
    const stage = { vendor: await newVendor(), server: processes.server }
    await untilAllWorks(stage)
    await old.demote(next)
    proxies.Redis.lead(next)
    assert.isTrue(await operate(stage), 'the first operation loses no call')
    await untilAllWorks(stage)
  })
    .timeout(90_000)
    .skip(() => redises.length === 0, 'no redis-server')
})
