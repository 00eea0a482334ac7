import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { usedInPostgres } from '#kernel/limits/rate_limits_postgres'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'

/** The statement of the previous version: two requests of one window, one after the other. */
const COUNT = `select denied, used from consume_limits(
  ?::text[], '{1,1}', '{1,1}', '{1,1}', array[null, null]::text[], array[null, null]::bigint[], 60000,
  (extract(epoch from statement_timestamp()) * 1000)::bigint)`

test.group('limits while an upgrade is under way', (group) => {
  // Only Postgres has functions that belong to the service.
  group.tap((test) => test.tags(['@once']))

  test('a process of the version before goes on counting, in the windows of this one', async ({ assert }) => {
    const key = `t:${newId()}`
    assert.deepEqual(await rows(db.connection(), COUNT, [[key]]), [{ denied: [0, 1], used: [1, 1] }])
    assert.deepEqual(await usedInPostgres([key]), [1])
  })
})
