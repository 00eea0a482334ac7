import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type pg from 'pg'
import {
  authorizeTransaction,
  closeAuthorizeStore,
  prepareAuthorizeConnections,
} from '#kernel/database/authorize_store'
import { CONNECTIONS } from '#kernel/database/connections'
import { databaseUrl } from '#kernel/database/datastores'
import { openPool } from '#kernel/database/pools'
import { fill, renewOneByOne } from '#kernel/database/renewed_connections'
import { firstRow, rows } from '#kernel/database/sql'
import { withTimeout } from '#kernel/time/with_timeout'
import { warmConnections } from '#system/serving/warm_connections'
import { tcpProxy } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'

const { name, most, settings } = CONNECTIONS.authorize

/** A runtime call is answered within this time, whatever the result; milliseconds. */
const DEADLINE = 900

/** The number of connections of the authorize path to this database. */
async function connected(): Promise<number> {
  const sql = `select count(*)::int as count from pg_stat_activity
    where application_name = ? and datname = current_database()`
  return (await firstRow<{ count: number }>(db.connection(), sql, [name]))!.count
}

/** Makes the first statement of every connection opened from now on take `seconds` in Postgres. */
function prepareFor(seconds: number) {
  prepareAuthorizeConnections((client) => rows(client, 'select pg_sleep(?)', [seconds]))
}

/** The outcomes of `count` simultaneous calls, each of which needs its own connection. */
function ask(count: number) {
  return Promise.allSettled(
    Array.from({ length: count }, () => authorizeTransaction((trx) => rows(trx, 'select 1')))
  )
}

/**
 * Uses all connections in simultaneous transactions until `meanwhile` ends; returns the number of different ones.
 * @throws Error if a connection was lost
 */
async function useAll(meanwhile: (place: number) => Promise<void> = async () => {}): Promise<number> {
  const pids: number[] = []
  const isFull = () => pids.length === most
  const all = Array.from({ length: most }, (_, place) =>
    authorizeTransaction(async (trx) => {
      const row = await firstRow<{ pid: number }>(trx, 'select pg_backend_pid() as pid')
      pids.push(row!.pid)
      await until('all of them to be in use', isFull, settings.connectionTimeoutMillis)
      await meanwhile(place)
    })
  )
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === 'rejected')
  if (failed && !isFull()) throw (failed as PromiseRejectedResult).reason
  return new Set(pids).size
}

/** A pool of the authorize path that reaches its Postgres through a proxy. */
async function openProxied(cleanup: (end: () => Promise<void>) => void) {
  const url = new URL(databaseUrl())
  const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.host = `127.0.0.1:${proxy.port}`
  const pool = openPool('authorize', { connectionString: url.href })
  renewOneByOne(pool, { least: 30, most: 60 })
  cleanup(async () => {
    await pool.end()
    await proxy.close()
  })
  return { pool, proxy }
}

const isRefused = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => false,
    () => true
  )

test.group('connections of the authorize path that callers give up on', (group) => {
  group.each.setup(async () => {
    prepareFor(0)
    await closeAuthorizeStore()
    await until('those of before to be gone', async () => (await connected()) === 0)
    return async () => {
      // A pool that has lost a connection waits for it for ever.
      await withTimeout(closeAuthorizeStore(), 5000).catch(() => {})
      await warmConnections()
    }
  })

  test('while their first statement takes {$self} s are there for later calls')
    // Shorter than the longest time of a statement, and longer.
    .with([0.7, 5])
    .run(async ({ assert }, seconds) => {
      prepareFor(seconds)
      await ask(most * 2)
      prepareFor(0)
      assert.equal(await useAll(), most)
      assert.equal(await connected(), most)
    })

  test('while one is prepared for a call that had waited in the line are there for later calls', async ({
    assert,
  }) => {
    await useAll()
    prepareFor(0.7)
    let waiting: ReturnType<typeof ask>
    await useAll(async (place) => {
      if (place === 0) waiting = ask(most)
      // The caller that keeps the pool full takes the place of the first one; queued calls get those of the others.
      else await delay(settings.connectionTimeoutMillis / 2)
      throw new Error('The connection is closed')
    })
    const gaveUp = (await waiting!).filter(({ status }) => status === 'rejected')
    assert.isAtLeast(gaveUp.length, most - 1, 'those for whom one is prepared')
    prepareFor(0)
    await delay(DEADLINE)
    assert.equal(await useAll(), most)
    assert.equal(await connected(), most)
  })

  test('while Postgres does not take them are not counted, and there are new ones once it does', async ({
    assert,
    cleanup,
  }) => {
    const { pool, proxy } = await openProxied(cleanup)
    proxy.pause()
    const refused = await Promise.all(Array.from({ length: most * 2 }, () => isRefused(pool)))
    assert.notInclude(refused, false)
    await until('none to be counted', () => pool.totalCount === 0)
    assert.equal(pool.waitingCount, 0)
    proxy.resume()
    await fill(pool)
    await until('all to be idle', () => pool.idleCount === most)
    await until('no others', async () => (await connected()) === most)
  })
})
