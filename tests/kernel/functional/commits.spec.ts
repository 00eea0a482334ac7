import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { firstRow, rows } from '#kernel/database/sql'
import { together, transaction, type Trx } from '#kernel/database/unit_of_work'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

/** Writes, and then ends the connection of the transaction, as a server that fails between the work and COMMIT. */
async function writeAndLose(trx: Trx, orgId: string) {
  await rows(trx, `update orgs set name = 'lost' where id = ?`, [orgId])
  const { pid } = (await firstRow<{ pid: number }>(trx, 'select pg_backend_pid() as pid'))!
  // Bypasses the helpers, which would use the transaction itself.
  await db.rawQuery('select pg_terminate_backend(?)', [pid])
  await until('the connection to end', async () => {
    const { rowCount } = await db.rawQuery('select 1 from pg_stat_activity where pid = ?', [pid])
    return rowCount === 0
  })
}

async function nameOf(orgId: string): Promise<string> {
  const org = await firstRow<{ name: string }>(db.connection(), 'select name from orgs where id = ?', [orgId])
  return org!.name
}

test.group('a COMMIT that fails with its connection', () => {
  test('is no success: {0}')
    .with([
      ['transaction', (orgId: string) => transaction((trx) => writeAndLose(trx, orgId))],
      ['together', (orgId: string) => together(() => transaction((trx) => writeAndLose(trx, orgId)))],
    ] as const)
    .run(async ({ assert }, [, change]) => {
      const { orgId } = await createMerchant()
      await assert.rejects(() => change(orgId))
      // The pool may still hold the closed connection.
      const name = await until('a connection that works', () => nameOf(orgId).catch(() => null))
      assert.notEqual(name, 'lost')
    })

  test('what succeeds is answered, and there', async ({ assert }) => {
    const { orgId } = await createMerchant()
    const answered = await transaction(async (trx) => {
      await rows(trx, `update orgs set name = 'kept' where id = ?`, [orgId])
      return 'done'
    })
    assert.equal(answered, 'done')
    assert.equal(await nameOf(orgId), 'kept')
  })
})

test.group('work of which one part fails while another opens the transaction', () => {
  test('leaves no transaction open, and the other part writes nothing', async ({ assert }) => {
    const { orgId } = await createMerchant()
    const write = (trx: Trx) => rows(trx, `update orgs set name = 'late' where id = ?`, [orgId])
    let late: Promise<unknown> | undefined
    const work = () => {
      late = transaction(write)
      return Promise.all([late, Promise.reject(new Error('refused'))])
    }
    await assert.rejects(() => together(work), 'refused')
    await assert.rejects(() => late!, /ended while it was opened/)
    // Others of this process may have one for a moment.
    await until('no open transaction', async () => {
      const { rowCount } = await db.rawQuery(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
      )
      return rowCount === 0
    })
    assert.notEqual(await nameOf(orgId), 'late')
  })
})
