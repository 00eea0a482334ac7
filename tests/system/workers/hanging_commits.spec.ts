import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import pg from 'pg'
import { askOf } from '#tests/testkit/asked_postgres'
import OwnPostgres from '#tests/testkit/own_postgres'
import { authorize, createVendor, seedLicense, type Vendor } from '#tests/testkit/runtime'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

/** More writers at once than a server has connections for. */
const WRITERS = 25

/** Long before Postgres, or a server's patience with one connection, would end a call. Milliseconds. */
const BOUND = 10_000

type Answer = { status: number; error?: { code: string } }

/** Asks the server; fails if there is no answer within the bound. */
async function ask(
  { base }: OtherServer,
  { token }: Vendor,
  path: string,
  body?: object,
  key = ''
): Promise<Answer> {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(BOUND),
  })
  return { ...((await response.json()) as object), status: response.status }
}

/** A Postgres whose commits hang as soon as its synchronous standby is away, with a server on it. */
async function open(cleanup: (close: () => void | Promise<void>) => void) {
  const postgres = await OwnPostgres.open()
  cleanup(() => postgres.close())
  const server = await startServer({
    DATABASE_URL: postgres.url,
    REDIS_PREFIX: `hanging-commits-${process.pid}`,
    API_KEY_IP_LIMIT_PER_MIN: '-1',
  })
  cleanup(() => server.kill('SIGKILL'))
  cleanup(askOf(postgres.url))
  const operator = new pg.Client(postgres.url)
  // The server is crashed at the end.
  operator.on('error', () => {})
  await operator.connect()
  cleanup(() => void operator.end().catch(() => {}))
  return { server, operator }
}

async function standby(operator: pg.Client, names: string) {
  await operator.query(`alter system set synchronous_standby_names = '${names}'`)
  await operator.query('select pg_reload_conf()')
  await until('the setting', async () => {
    const { rows } = await operator.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`
    )
    return rows[0].names === names
  })
}

async function hanging(operator: pg.Client): Promise<number> {
  const { rows } = await operator.query(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`)
  return rows.length
}

async function assertRefused(assert: Assert, code: string, answers: Promise<Answer>[]) {
  for (const { status, error } of await Promise.all(answers)) {
    assert.deepEqual([status, error?.code], [503, code])
  }
}

test.group('commits of Postgres that hang', () => {
  test('changes are refused, reads and known programs are answered, no connection is lost', async ({
    assert,
    cleanup,
  }) => {
    const { server, operator } = await open(cleanup)
    const vendor = await createVendor()
    const licenses = `/v1/dashboard/orgs/${vendor.orgId}/licenses`
    const body = { productId: vendor.productId }
    const { key } = await seedLicense(vendor)
    assert.equal((await authorize(vendor, key, {}, { base: server.base })).status, 200)

    await standby(operator, 'absent')
    await assertRefused(assert, 'DATABASE_ERROR', [ask(server, vendor, licenses, body)])
    const before = await hanging(operator)
    assert.isAbove(before, 0, 'the commit does not hang, so the test shows nothing')
    const writers = Array.from({ length: WRITERS }, () => ask(server, vendor, licenses, body))
    assert.equal((await ask(server, vendor, licenses)).status, 200)
    assert.equal((await authorize(vendor, key, {}, { base: server.base })).status, 200)
    await assertRefused(assert, 'DATABASE_ERROR', writers)
    const keyed = Array.from({ length: WRITERS }, () => ask(server, vendor, licenses, body, 'tried-again'))
    await assertRefused(assert, 'IDEMPOTENCY_UNAVAILABLE', keyed)
    assert.equal(await hanging(operator), before, 'each refused change keeps a connection of Postgres')
    const health = await fetch(`${server.base}/health`)
    const { checks } = (await health.json()) as { checks: { postgres: { status: string; cause: string } } }
    assert.equal(checks.postgres.status, 'degraded')
    assert.match(checks.postgres.cause, /commits hang/)

    await standby(operator, '')
    await until(
      'the same call with its key',
      async () => (await ask(server, vendor, licenses, body, 'tried-again')).status === 201
    )
    const { rows } = await operator.query('select id from licenses')
    // The first, the one whose commit hung, and the last.
    assert.lengthOf(rows, 3)
  }).timeout(120_000)
})
