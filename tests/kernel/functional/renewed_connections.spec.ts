import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import pg from 'pg'
import { CONNECTIONS } from '#kernel/database/connections'
import { closeAuthorizeStore, warmAuthorizeStore } from '#kernel/database/authorize_store'
import { databaseUrl } from '#kernel/database/datastores'
import { fill, renewOneByOne } from '#kernel/database/renewed_connections'
import { rows } from '#kernel/database/sql'
import { until } from '#tests/testkit/wait'

/** The connections of a name, with what each has run last. */
const connectionsOf = (name: string) =>
  rows<{ pid: number; query: string }>(
    db.connection(),
    `select pid, query from pg_stat_activity where application_name = ? and datname = current_database()`,
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
      assert.isAbove(ends[2] - ends[0], 10, 'they do not end together')
    } finally {
      await pool.end()
    }
  })

  test('a server that refuses is not asked again and again', async ({ assert }) => {
    const pool = openPool('test-refused', 2)
    let opened = 0
    pool.on('connect', () => opened++)
    renewOneByOne(pool, { least: 0.05, most: 0.06 })
    await fill(pool)
    Object.assign(pool.options, { connectionString: undefined, port: 1, host: '127.0.0.1' })
    await until('both to end', () => pool.totalCount === 0)
    assert.equal(opened, 2)
    await assert.rejects(() => fill(pool), /ECONNREFUSED/)
    await pool.end()
  })

  test('those of the authorize path have planned their statement before anybody uses them', async ({
    assert,
  }) => {
    await closeAuthorizeStore()
    await warmAuthorizeStore()
    const { name, most } = CONNECTIONS.authorize
    const opened = await connectionsOf(name)
    assert.lengthOf(opened, most)
    for (const { query } of opened) assert.include(query, 'license_bindings')
  })
})
