import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import pg from 'pg'
import BeginOperation from '#operations/actions/begin_operation'
import CountFault from '#operations/actions/count_fault'
import { firstRow, rows } from '#kernel/database/sql'
import { databaseUrl } from '#kernel/database/datastores'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { postImport } from '#tests/testkit/upload'
import { until } from '#tests/testkit/wait'

type Health = { status: string; checks: { postgres: { status: string; cause?: string } } }

const postgres = async () => {
  const answer = await fetch(`${BASE}/health`)
  return { http: answer.status, ...((await answer.json()) as Health).checks.postgres }
}
const addProduct = ({ orgId, token }: { orgId: string; token: string }, name: string) =>
  call('POST', `/v1/dashboard/orgs/${orgId}/products`, { token, body: { name } })

test.group('a database whose disk is full', () => {
  test('answers changes with 503 and reads as usual, tells operators why, and then goes on', async ({
    assert,
    cleanup,
  }) => {
    await rows(
      db.connection(),
      `create function full_disk() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
       end $$`
    )
    const drop = () => rows(db.connection(), 'drop function if exists full_disk cascade')
    cleanup(() => void drop())
    await rows(
      db.connection(),
      `create trigger full_disk before insert on products for each row
       when (new.name = 'Full') execute function full_disk()`
    )
    const merchant = await createMerchant()
    const { status, body, headers } = await addProduct(merchant, 'Full')
    assert.equal(status, 503)
    assert.equal(body.error.code, 'DATABASE_ERROR')
    assert.match(body.error.message, /^The database cannot do this right now/)
    assert.equal(headers.get('retry-after'), '1')
    await until('the cause', async () => (await postgres()).status === 'degraded')
    assert.containSubset(await postgres(), {
      http: 200,
      cause: 'could not extend file "base/1/2": No space left on device',
    })
    const read = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/products`, { token: merchant.token })
    assert.equal(read.status, 200)
    await drop()
    assert.equal((await addProduct(merchant, 'Full')).status, 201)
  })

  test('counts no fault of an operation', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nAAAA\n')).body.data.operation
    await (await app.container.make(BeginOperation)).execute(id)
    const count = await app.container.make(CountFault)
    await count.execute(id, 0, Object.assign(new Error('could not extend file'), { code: '53100' }))
    const chunk = await firstRow<{ faults: number }>(
      db.connection(),
      'select faults from operation_chunks where operation_id = ?',
      [id]
    )
    assert.equal(chunk!.faults, 0)
  })
})

test.group('a database that has become read-only', () => {
  test('is left after one refused change, and told by the health until then', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const operator = new pg.Client({ connectionString: databaseUrl() })
    await operator.connect()
    const name = operator.escapeIdentifier(
      (await operator.query('select current_database()')).rows[0].current_database
    )
    const setting = `default_transaction_read_only`
    cleanup(async () => {
      await operator.query(`alter database ${name} reset ${setting}`)
      await operator.end()
    })
    // Connections that are opened from now on stay read-only, like those to a server that is a standby now.
    await operator.query(`alter database ${name} set ${setting} = on`)
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'latchkey'`
    )
    await until('several read-only connections', async () => {
      await Promise.allSettled(Array.from({ length: 4 }, () => rows(db.connection(), 'select pg_sleep(0.1)')))
      return (await postgres()).status === 'down'
    })
    assert.containSubset(await postgres(), {
      http: 503,
      cause: 'it is read-only: does DATABASE_URL lead to a standby?',
    })
    const refused = await addProduct(merchant, 'While')
    assert.equal(refused.status, 503)
    assert.match(refused.body.error.message, /^The database cannot do this right now/)
    await Promise.allSettled(Array.from({ length: 4 }, () => rows(db.connection(), 'select pg_sleep(0.1)')))
    await operator.query(`alter database ${name} reset ${setting}`)
    await addProduct(merchant, 'First')
    assert.equal((await addProduct(merchant, 'Second')).status, 201)
    await until('the health', async () => (await postgres()).status !== 'down')
  })
})
