import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'

/** Makes the database fail for orgs with certain names, as real faults do. */
async function breakDatabase() {
  await rows(
    db.connection(),
    `create function fail_by_name() returns trigger language plpgsql as $$ begin
       raise exception 'select secret from detail' using errcode = substr(new.name, 7);
     end $$`
  )
  await rows(
    db.connection(),
    `create trigger fail_by_name before insert on orgs for each row
     when (new.name like 'Fault %') execute function fail_by_name()`
  )
}

test.group('faults of the database', (group) => {
  group.setup(async () => {
    await breakDatabase()
    return () => rows(db.connection(), 'drop function fail_by_name cascade').then(() => {})
  })

  test('each has its code and tells nothing of the database')
    .with([
      ['23502', 400, 'NULL_CONSTRAINT'],
      ['23505', 409, 'CONFLICT'],
      ['22021', 400, 'BAD_REQUEST'],
      ['42P01', 500, 'DATABASE_ERROR'],
      ['42703', 500, 'DATABASE_ERROR'],
      ['XX000', 500, 'INTERNAL'],
      ['22012', 500, 'INTERNAL'],
    ] as const)
    .run(async ({ assert }, [sqlState, status, code]) => {
      const { token } = await createMerchant()
      const answer = await call('POST', '/v1/dashboard/orgs', { token, body: { name: `Fault ${sqlState}` } })
      assert.equal(answer.status, status)
      assert.equal(answer.body.error.code, code)
      assert.notMatch(JSON.stringify(answer.body), /secret|detail|orgs|select|insert/i)
      assert.isNotNull(answer.headers.get('x-request-id'))
    })
})
