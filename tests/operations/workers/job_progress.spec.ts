import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import StartBulkChange from '#operations/actions/start_bulk_change'
import OperationRunJob from '#operations/jobs/operation_run_job'
import FindOperation from '#operations/queries/find_operation'
import Queues from '#kernel/queues/queues'
import { newId } from '#kernel/secrets/ids'
import WorkerPool from '#system/worker_pool'
import { seedLicenses } from '#tests/testkit/licenses'
import { listed } from '#tests/testkit/long_list'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

/** Starts a freeze of one license and of one that does not exist. */
async function startFreeze() {
  const merchant = await createMerchant()
  const [license] = await seedLicenses(merchant, 1)
  const start = await app.container.make(StartBulkChange)
  const change = { licenseIds: listed([license.id, newId()]) }
  return (await start.execute(merchant.scope, 'licenses.freeze', change)).id
}

const statusOf = async (id: string) => (await new FindOperation().byId(id))!.status

test.group('the jobs of an operation on the queue board', () => {
  test('show the progress of the operation, in numbers and as a line of their log', async ({
    assert,
    cleanup,
  }) => {
    const id = await startFreeze()
    const pool = await app.container.make(WorkerPool)
    cleanup(() => pool.stop())
    await pool.start(['bulk'])
    const bulk = (await app.container.make(Queues)).get('bulk')
    const job = await until('a job that has ended', async () => {
      const jobs = await bulk.getJobs(['completed'])
      return jobs.find(({ data, progress }) => data.operationId === id && typeof progress === 'object')
    })
    assert.deepEqual(job.progress, { total: 2, processed: 2, succeeded: 1, skipped: 0, failed: 1 })
    const { logs } = await bulk.getJobLogs(job.id!)
    assert.deepEqual(logs, ['completed: 2 of 2, 1 done, 0 skipped, 1 failed'])
  })

  test('do their work when nobody takes the numbers', async ({ assert }) => {
    const id = await startFreeze()
    const job = await app.container.make(OperationRunJob)
    const report = () => Promise.reject(new Error('The store is away'))
    await job.handle({ operationId: id }, { signal: new AbortController().signal, report })
    assert.equal(await statusOf(id), 'completed')
  })

  test('end when the numbers are taken and never answered', async ({ assert }) => {
    const id = await startFreeze()
    const job = await app.container.make(OperationRunJob)
    const report = () => new Promise<void>(() => {})
    await job.handle({ operationId: id }, { signal: new AbortController().signal, report })
    assert.equal(await statusOf(id), 'completed')
  })
})
