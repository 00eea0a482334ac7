import { test } from '@japa/runner'
import {
  authorizeConnection,
  authorizeTransaction,
  traceableTransaction,
} from '#kernel/database/authorize_store'
import { commitOutcome } from '#kernel/database/commit_outcome'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'

async function idIn(client: SqlExecutor): Promise<string> {
  return (await firstRow<{ id: string }>(client, 'select pg_current_xact_id()::text as id'))!.id
}

const outcome = (id: string) => commitOutcome(authorizeConnection(), id)

test.group('the outcome of a commit', () => {
  test('is read from Postgres by the id of the transaction', async ({ assert }) => {
    let aborted = ''
    const committed = await traceableTransaction(async (trx) => {
      const id = await idIn(trx)
      assert.equal(await outcome(id), 'in progress')
      return id
    })
    assert.equal(await outcome(committed), 'committed')
    const failing = authorizeTransaction(async (trx) => {
      aborted = await idIn(trx)
      throw new Error('refused')
    })
    await assert.rejects(() => failing, 'refused')
    assert.notEqual(await outcome(aborted), 'committed')
  })

  test('is "aborted" for a transaction that this server has never begun', async ({ assert }) => {
    assert.equal(await outcome('9000000000000000'), 'aborted')
  })
})
