import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { databaseFault } from '#kernel/refusals/database_faults'
import BeginOperation from '#operations/actions/begin_operation'
import CountFault from '#operations/actions/count_fault'
import { createMerchant } from '#tests/testkit/merchant'
import { postImport } from '#tests/testkit/upload'

/**
 * Lets Postgres end the transaction if it waits for this process. Milliseconds. A busy machine may keep the process from
 * running for a while, which must not count as waiting.
 */
const PATIENCE = 400

/** Computes for longer than Postgres waits; nothing else runs in this process meanwhile. */
function compute() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE * 2)
}

/** The error of a transaction that Postgres has ended while it did `work` between two statements. */
async function faultOf(work: (trx: Trx) => void | Promise<unknown>): Promise<unknown> {
  try {
    await transaction(async (trx) => {
      await rows(trx, `set local idle_in_transaction_session_timeout = ${PATIENCE}`)
      await work(trx)
      await rows(trx, 'select 1')
    })
  } catch (error) {
    return error
  }
}

async function startedImport() {
  const { id } = (await postImport(await createMerchant(), 'key\nAAAA\n')).body.data.operation
  await (await app.container.make(BeginOperation)).execute(id)
  return id
}

async function counted(id: string, error: unknown, times: number) {
  const count = await app.container.make(CountFault)
  for (let time = 0; time < times; time++) await count.execute(id, 0, error)
  return firstRow<{ status: string; error: unknown; faults: number }>(
    db.connection(),
    `select status, error, faults from operations o join operation_chunks c on c.operation_id = o.id where o.id = ?`,
    [id]
  )
}

test.group('a chunk that keeps Postgres waiting', () => {
  test('fails its operation instead of being tried for ever', async ({ assert }) => {
    const error = await faultOf(compute)
    assert.equal((error as { code?: string }).code, '25P03')
    assert.equal(databaseFault(error), 'down')
    const id = await startedImport()
    assert.containSubset(await counted(id, error, 4), { status: 'running', faults: 4 })
    const message = 'Chunk 1 failed 5 times'
    assert.containSubset(await counted(id, error, 1), {
      status: 'failed',
      error: { code: 'INTERNAL', message },
    })
  })

  test('is not counted as a fault of the other chunks of its process', async ({ assert }) => {
    const error = await faultOf(async (trx) => {
      const answer = rows(trx, 'select 1')
      await new Promise(setImmediate)
      compute()
      await answer
    })
    assert.equal(databaseFault(error), 'down')
    assert.containSubset(await counted(await startedImport(), error, 5), { status: 'running', faults: 0 })
  })
})
