import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { assertExact } from '#tests/testkit/exactness'
import { change, LONG, merchantWith, stopWhen, untilEnded } from '#tests/testkit/faults'
import { until } from '#tests/testkit/wait'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'
import { listed } from '#tests/testkit/long_list'

const COUNT = LONG ? 25_000 : 5000

test.group('a worker that stands still', () => {
  test('loses its chunk and its job, and finds its work undone when it goes on', async ({
    assert,
    cleanup,
  }) => {
    // The chunk is released well before the job, so the worker that gets the job must find work.
    const soon = { LOCK_DURATION: '4000', STALLED_INTERVAL: '1000', DATABASE_IDLE_TRANSACTION_SECONDS: '1' }
    const still = bootWorker({ ...soon, WORKER_CONCURRENCY: '1', LOG_LEVEL: 'debug' })
    const other = bootWorker(soon)
    cleanup(() => Promise.all([killWorker(still), killWorker(other)]).then(() => {}))
    const { merchant, licenseIds } = await merchantWith(COUNT)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    await letWork(still)

    const open = 'select 1 from operation_chunks where operation_id = ? and done_at is null'
    const count = async (sql: string) => (await rows(db.connection(), sql, [id])).length
    await stopWhen(still, async () => (await count(open)) > (await count(`${open} for update skip locked`)))
    await letWork(other)
    // No sweep runs: the other worker gets the job because its lock has expired.
    await untilEnded([id], 60_000)

    still.child.kill('SIGCONT')
    // Its transaction has failed. BullMQ may report this first, or that the job no longer belongs to the worker.
    await until('the worker to find its work undone', () =>
      /job failed|worker connection/.test(still.output())
    )
    await assertExact(id, { total: COUNT, succeeded: COUNT })
    assert.isNull(still.child.exitCode)
  }).timeout(170_000)

  test('in the middle of the plan holds the operation up until its transaction ends, and no longer', async ({
    cleanup,
  }) => {
    // The job is released before the plan, so the worker that gets the job must return for the plan.
    const soon = { LOCK_DURATION: '2000', STALLED_INTERVAL: '500', DATABASE_IDLE_TRANSACTION_SECONDS: '8' }
    const still = bootWorker({ ...soon, WORKER_CONCURRENCY: '1' })
    const other = bootWorker(soon)
    cleanup(() => Promise.all([killWorker(still), killWorker(other)]).then(() => {}))
    const { merchant } = await merchantWith(COUNT)
    const { id } = await change(merchant, 'licenses.freeze', { filter: {} })
    const planning = `select 1 from pg_locks where locktype = 'relation' and not granted
      and relation = 'operation_chunks'::regclass`
    const blocker = await db.connection().transaction()
    try {
      await rows(blocker, 'lock table operation_chunks in share mode')
      await letWork(still)
      await until('the plan', async () => (await rows(db.connection(), planning)).length > 0)
      still.child.kill('SIGSTOP')
    } finally {
      await blocker.rollback()
    }
    await letWork(other)
    // No sweep runs: the worker that now has the job must keep it.
    await untilEnded([id], 60_000)
    await assertExact(id, { total: COUNT, succeeded: COUNT })
  })
    .tags(['@once'])
    .timeout(170_000)
})
