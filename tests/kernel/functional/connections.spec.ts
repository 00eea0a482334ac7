import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'
import { kept } from '#kernel/batching/kept'
import Queues from '#kernel/queues/queues'
import { assertUsable, migrate } from '#kernel/database/schema'
import { firstRow, rows } from '#kernel/database/sql'
import { until } from '#tests/testkit/wait'

test.group('connections to Postgres', () => {
  test('statements of requests end after 15 seconds and wait three for a lock', async ({ assert }) => {
    const found = await firstRow(
      db.connection(),
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    )
    assert.deepEqual(found, { statement: '15s', lock: '3s' })
  })

  test('a pooler, which drops what is set at the start, is refused with a line that says so', async ({
    assert,
  }) => {
    const client = new pg.Client({ connectionString: databaseUrl() })
    await client.connect()
    try {
      await assert.rejects(() => assertUsable(client, 20_000), /PgBouncer/)
    } finally {
      await client.end()
    }
  })

  test('a Postgres older than 14 is refused by name', async ({ assert }) => {
    const old = { query: async () => ({ rows: [{ version: 130_023, name: '13.23', idle: 20_000 }] }) }
    await assert.rejects(() => assertUsable(old as never, 20_000), /Postgres 13\.23: use Postgres 14/)
  })
})

test.group('what is made once', () => {
  test('is made again after a failure, and kept after a success', async ({ assert }) => {
    let made = 0
    const ask = kept(async () => {
      if (++made < 3) throw new Error('not yet')
      return made
    })
    await assert.rejects(ask, 'not yet')
    await assert.rejects(ask, 'not yet')
    assert.deepEqual([await ask(), await ask()], [3, 3])
  })
})

test.group('the schedule', () => {
  test('entries that a version before has left are taken out', async ({ assert }) => {
    const queues = await app.container.make(Queues)
    await queues.ready()
    const queue = queues.get('maintenance')
    await queue.upsertJobScheduler('dropped.job', { every: 3_600_000 }, { name: 'dropped.job', data: {} })
    await queues.restoreSchedule()
    const keys = (await queue.getJobSchedulers()).map(({ key }) => key)
    assert.notInclude(keys, 'dropped.job')
    assert.include(keys, 'sweep')
    for (const key of keys) await queue.removeJobScheduler(key)
  })

  test('jobs that a worker with a clock of next year has put off run again, once per interval', async ({
    assert,
    cleanup,
  }) => {
    const queues = await app.container.make(Queues)
    await queues.ready()
    const queue = queues.get('maintenance')
    const right = Date.now
    cleanup(async () => {
      Date.now = right
      for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key)
    })
    const dues = async () => (await queue.getJobSchedulers()).map(({ next }) => Number(next))
    const putOff = async () => {
      for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key)
      Date.now = () => right() + 365 * 86_400_000
      await queues.installSchedule()
      Date.now = right
      assert.isAbove(Math.min(...(await dues())), right() + 364 * 86_400_000)
    }
    await putOff()
    await queues.restoreSchedule()
    const restored = await dues()
    assert.isNotEmpty(restored)
    assert.isAtMost(Math.max(...restored), right() + 3_600_000)
    // A worker whose clock is still wrong puts them off again.
    await putOff()
    await queues.restoreSchedule()
    assert.isAbove(Math.max(...(await dues())), right() + 364 * 86_400_000)
  })
})

test.group('a migration of a table that is in use', () => {
  const NAME = 'database/migrations/1795000000600_create_runtime_tables'

  /** The start time of the statement that waits for a lock on the table. */
  const waiting = async () => {
    const sql = `select query_start::text as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ '^\\s*create table license_sessions'`
    return (await firstRow<{ since: string }>(db.connection(), sql))?.since
  }

  test('lets others go ahead, tries again, and goes through once the table is free', async ({
    assert,
    cleanup,
  }) => {
    await rows(db.connection(), 'drop table license_sessions')
    await rows(db.connection(), 'delete from adonis_schema where name = ?', [NAME])
    const writer = new pg.Client({ connectionString: databaseUrl() })
    await writer.connect()
    cleanup(() => writer.end())
    await writer.query('begin')
    await writer.query('lock table licenses in row exclusive mode')
    const migrated = migrate()
    migrated.catch(() => {})
    const first = await until('the migration that waits', waiting)
    await until('a moment in which nobody waits', async () => !(await waiting()))
    await rows(db.connection(), 'update licenses set key = key where false')
    const second = await until('the next try', waiting)
    assert.notEqual(second, first)
    await writer.query('rollback')
    await migrated
    assert.exists(await firstRow(db.connection(), 'select from adonis_schema where name = ?', [NAME]))
    await rows(db.connection(), 'select id from license_sessions limit 1')
  })
})
