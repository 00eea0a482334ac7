import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { queueNames } from '#config/queue'
import { CONNECTIONS, type ConnectionUse } from '#kernel/database/connections'
import { databaseUrl } from '#kernel/database/datastores'
import { REDIS } from '#kernel/redis/redis_uses'
import { rows } from '#kernel/database/sql'
import { poolSize } from '#config/postgres'
import { projectFiles, textOf } from '#tests/testkit/project_files'
import OwnRedis from '#tests/testkit/own_redis'
import { startProgram } from '#tests/testkit/processes'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

/** An empty database to which only the processes of one test connect. */
async function ownDatabase(cleanup: (drop: () => Promise<void>) => void): Promise<string> {
  const name = `latchkey_held_${randomBytes(6).toString('hex')}`
  await rows(db.connection(), `create database ${name}`)
  cleanup(async () => void (await rows(db.connection(), `drop database if exists ${name} with (force)`)))
  const url = new URL(databaseUrl())
  url.pathname = `/${name}`
  return url.href
}

/**
 * The current number of connections to a database, by name. A connection on which a worker listens has the name of its
 * queue.
 */
async function heldNow(url: string): Promise<Record<string, number>> {
  const found = await rows<{ name: string; count: number }>(
    db.connection(),
    `select case when application_name = any(?) then ? else application_name end as name, count(*)::int as count
     from pg_stat_activity where datname = ? and backend_type = 'client backend' group by 1`,
    [queueNames, CONNECTIONS.queues.name, new URL(url).pathname.slice(1)]
  )
  return Object.fromEntries(found.map(({ name, count }) => [name, count]))
}

/** The most connections of one process under a name, according to the table. */
function mostOf(name: string): number {
  const most = Object.values<ConnectionUse>(CONNECTIONS).find((use) => use.name === name)?.most
  return most === 'DATABASE_POOL' ? poolSize : (most ?? 0)
}

test.group('the connections that a process holds', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('to Postgres are those of the table', async ({ assert, cleanup }) => {
    const DATABASE_URL = await ownDatabase(cleanup)
    const env = { DATABASE_URL, REDIS_URL: undefined }
    const server = await startServer(env)
    cleanup(() => server.kill('SIGKILL'))
    const served = await heldNow(DATABASE_URL)
    assert.equal(served['latchkey-authorize'], CONNECTIONS.authorize.most)
    const worker = startProgram('bin/console', ['queue:work', '--json'], env)
    cleanup(async () => void (worker.child.kill('SIGKILL'), await worker.ended))
    await until('the worker', () => worker.output().includes('"pid"'), 60_000)
    const all = await heldNow(DATABASE_URL)
    assert.isAtLeast(all[CONNECTIONS.queues.name], queueNames.length)
    assert.isAtLeast(all[CONNECTIONS.dispatch.name], 2)
    for (const [name, count] of Object.entries(all)) {
      const holders = name === CONNECTIONS.queues.name ? 1 : 2
      assert.isAtMost(count, mostOf(name) * holders, name)
    }
  }).timeout(90_000)

  test('to Redis have the names of the table', async ({ assert, cleanup }) => {
    const redis = (await OwnRedis.open())!
    cleanup(() => redis.kill())
    const server = await startServer({ REDIS_URL: redis.url })
    cleanup(() => server.kill('SIGKILL'))
    await fetch(`${server.base}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'is not anybody' }),
    })
    const names = await redis.clients()
    const known: string[] = Object.values(REDIS).map(({ name }) => name)
    for (const name of names) assert.include(known, name)
    for (const use of ['limits', 'attempts'] as const) assert.include(names, REDIS[use].name)
  })
    .skip(!OwnRedis.isThere(), 'no redis-server on the PATH')
    .timeout(60_000)

  test('are opened in one place', async ({ assert }) => {
    const opened: string[] = []
    for (const file of (await projectFiles()).filter((one) => one.startsWith('app/'))) {
      if (/new (pg\.Pool|pg\.Client|Pool|Client|Redis|IORedis)\(/.test(await textOf(file))) opened.push(file)
    }
    // The embedded server creates its first database before a pool can connect to anything.
    assert.deepEqual(opened, [
      'app/kernel/database/embedded_postgres.ts',
      'app/kernel/database/pools.ts',
      'app/kernel/redis/redis_connection.ts',
    ])
  })

  test('leave room beside the listeners of the queues', ({ assert }) => {
    assert.equal(CONNECTIONS.queues.most, queueNames.length + 6)
  })
})
