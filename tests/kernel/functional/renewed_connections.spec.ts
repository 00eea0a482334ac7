import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import pg from 'pg'
import { CONNECTIONS } from '#kernel/database/connections'
import {
  closeAuthorizeStore,
  prepareAuthorizeConnections,
  warmAuthorizeStore,
} from '#kernel/database/authorize_store'
import { databaseUrl } from '#kernel/database/datastores'
import { fill, renewOneByOne } from '#kernel/database/renewed_connections'
import { rows } from '#kernel/database/sql'
import { warmConnections } from '#system/serving/warm_connections'
import { until } from '#tests/testkit/wait'

/** The connections with an application name. */
const connectionsOf = (name: string) =>
  rows<{ pid: number }>(
    db.connection(),
    `select pid from pg_stat_activity where application_name = ? and datname = current_database()`,
    [name]
  )

function openPool(name: string, max: number) {
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    application_name: name,
    max,
    idleTimeoutMillis: 0,
  })
  pool.on('error', () => {})
  return pool
}

test.group('connections that are renewed', () => {
  test('each ends in its own time, and is there again before anybody asks for it', async ({ assert }) => {
    const pool = openPool('test-renewed', 3)
    const ends: number[] = []
    pool.on('remove', () => ends.push(performance.now()))
    renewOneByOne(pool, { least: 0.2, most: 0.8 })
    try {
      await fill(pool)
      const first = (await connectionsOf('test-renewed')).map(({ pid }) => pid)
      assert.lengthOf(first, 3)
      await until('all of them to be others', async () => {
        const now = await connectionsOf('test-renewed')
        return now.length === 3 && now.every(({ pid }) => !first.includes(pid))
      })
      assert.isAbove(ends.length, 2)
      assert.isAbove(ends[2] - ends[0], 1, 'they do not end together')
    } finally {
      await pool.end()
    }
  })

  test('a server that refuses is not asked again and again', async ({ assert }) => {
    const pool = openPool('test-refused', 2)
    let opened = 0
    pool.on('connect', () => opened++)
    renewOneByOne(pool, { least: 0.5, most: 0.6 })
    await fill(pool)
    await until('both to be idle', () => pool.idleCount === 2)
    const before = opened
    Object.assign(pool.options, { connectionString: undefined, port: 1, host: '127.0.0.1' })
    await until('both to end', () => pool.totalCount === 0)
    assert.equal(opened, before)
    await assert.rejects(() => fill(pool), /ECONNREFUSED/)
    await pool.end()
  })

  test('those of the authorize path are prepared before anybody uses them, and slow ones are used all the same', async ({
    assert,
    cleanup,
  }) => {
    cleanup(warmConnections)
    const pids: number[] = []
    // Closed first, because the old pool may be renewing a connection just now.
    await closeAuthorizeStore()
    prepareAuthorizeConnections(async (client) => {
      const [{ pid }] = await rows<{ pid: number }>(client, 'select pg_backend_pid() as pid')
      pids.push(pid)
      throw new Error('It took too long')
    })
    await warmAuthorizeStore()
    assert.lengthOf(pids, CONNECTIONS.authorize.most)
    await until('those and no others', async () => {
      const opened = (await connectionsOf(CONNECTIONS.authorize.name)).map(({ pid }) => pid)
      return opened.length === pids.length && opened.every((pid) => pids.includes(pid))
    })
  })
})
