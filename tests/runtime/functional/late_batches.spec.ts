import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { authorizeTransaction } from '#kernel/database/authorize_store'
import { rows } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { until } from '#tests/testkit/wait'

/** The id of the server process of a transaction that ends with this error. */
async function refusedIn(error: Error): Promise<number> {
  let pid = 0
  const work = authorizeTransaction(async (trx) => {
    const [own] = await rows<{ pid: number }>(trx, 'select pg_backend_pid() as pid')
    pid = own.pid
    throw error
  })
  await work.catch(() => {})
  return pid
}

const state = async (pid: number) =>
  (
    await rows<{ state: string }>(db.connection(), 'select state from pg_stat_activity where pid = ?', [pid])
  ).at(0)?.state

test.group('connections of the authorize path', () => {
  test('a refusal, such as that of a late call, is rolled back and keeps its connection', async ({
    assert,
  }) => {
    const pid = await refusedIn(new Refusal('SIGNING_UNAVAILABLE'))
    assert.equal(await state(pid), 'idle')
  })

  test('any other error closes it', async ({ assert }) => {
    const pid = await refusedIn(new Error('nobody knows'))
    await until('the connection is gone', async () => (await state(pid)) === undefined)
    assert.isAbove(pid, 0)
  })
})
