import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import StartExport from '#operations/kinds/export/start_export'
import { rows } from '#kernel/database/sql'
import { assertExact } from '#tests/testkit/exactness'
import {
  change,
  inOrderOfEnd,
  LONG,
  merchantWith,
  progressOf,
  untilEnded,
  untilProgress,
} from '#tests/testkit/faults'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'
import { listed } from '#tests/testkit/long_list'

/** Enough that the large operation takes many slices, in the short and the long form. */
const LARGE = LONG ? 200_000 : 10_000
/** Enough that the operation lasts until each of three workers was seen working on it, even on a fast machine. */
const SHARED = LONG ? 200_000 : 40_000
const SLICE = LONG ? undefined : '100'

test.group('operations that share the workers', () => {
  test('a merchant with many licenses does not hold up those with few', async ({ assert, cleanup }) => {
    const worker = bootWorker({ WORKER_CONCURRENCY: '1', SLICE })
    cleanup(() => killWorker(worker))
    const large = await merchantWith(LARGE)
    const small = [await merchantWith(100), await merchantWith(100)]
    const { id } = await change(large.merchant, 'licenses.freeze', { filter: {} })
    await letWork(worker)
    await untilProgress([id])
    // However slow this process is, the small operations arrive while the large one runs.
    worker.child.kill('SIGSTOP')
    const ids: string[] = []
    for (const { merchant, licenseIds } of small) {
      ids.push((await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })).id)
    }
    worker.child.kill('SIGCONT')
    await untilEnded([...ids, id])
    assert.equal((await inOrderOfEnd([id, ...ids])).at(-1), id)
    await assertExact(id, { total: LARGE, succeeded: LARGE })
    for (const one of ids) await assertExact(one, { total: 100, succeeded: 100 })
  }).timeout(170_000)

  test('large exports do not hold up a small operation', async ({ assert, cleanup }) => {
    const worker = bootWorker({ WORKER_CONCURRENCY: '2' })
    cleanup(() => killWorker(worker))
    const start = await app.container.make(StartExport)
    const merchant = await createMerchant()
    await seedLicenses(merchant, LONG ? 50_000 : 5000, { metadata: { note: 'x'.repeat(1500) } })
    const ids: string[] = []
    for (let count = 0; count < 4; count++)
      ids.push((await start.execute(merchant.scope, { format: 'csv' })).id)
    const small = await merchantWith(100)
    const { id } = await change(small.merchant, 'licenses.freeze', { licenseIds: listed(small.licenseIds) })
    await letWork(worker)
    await untilEnded([...ids, id])
    // With an export in every slot it would end fourth or last.
    assert.isAtMost((await inOrderOfEnd([id, ...ids])).indexOf(id), 2)
    await assertExact(id, { total: 100, succeeded: 100 })
  })
    .tags(['@once'])
    .timeout(170_000)

  test('three worker processes share one operation: each finds work, each license is changed once', async ({
    assert,
    cleanup,
  }) => {
    const workers = [1, 2, 3].map(() => bootWorker({ WORKER_CONCURRENCY: '1', SLICE: '100' }))
    cleanup(() => Promise.all(workers.map(killWorker)).then(() => {}))
    const { merchant } = await merchantWith(SHARED)
    const { id } = await change(merchant, 'licenses.revoke', { filter: {} })
    await Promise.all(workers.map(letWork))
    // Another test covers a worker that is stopped during the planning.
    await untilProgress([id])
    // Each worker is caught while it holds a chunk of the operation.
    for (const worker of workers) {
      const others = workers.filter((other) => other !== worker)
      for (const { child } of others) child.kill('SIGSTOP')
      const { processed } = await progressOf([id])
      await untilProgress([id], processed)
      for (const { child } of others) child.kill('SIGCONT')
    }
    assert.isFalse((await progressOf([id])).ended, 'the operation ended before every worker was seen at it')
    await untilEnded([id])
    await assertExact(id, { total: SHARED, succeeded: SHARED })
  })
    .tags(['@once'])
    .timeout(170_000)

  test('an org has so many operations running at a time, whatever the number of workers', async ({
    assert,
    cleanup,
  }) => {
    const workers = [1, 2].map(() => bootWorker({ WORKER_CONCURRENCY: '4', SLICE: '100' }))
    cleanup(() => Promise.all(workers.map(killWorker)).then(() => {}))
    const merchant = await createMerchant()
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      const licenses = await seedLicenses(merchant, 2000)
      const licenseIds = licenses.map((one) => one.id)
      ids.push((await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })).id)
    }
    let most = 0
    const count = async (sql: string) =>
      (await rows<{ n: number }>(db.connection(), sql, [merchant.orgId]))[0].n
    // Checks only now and then, because the workers need the processor.
    const ended = async () => {
      const running = `select count(*)::int as n from operations where org_id = ? and status = 'running'`
      most = Math.max(most, await count(running))
      return (await progressOf(ids)).ended
    }
    // A worker that does not start is reported as such, and not as operations that do not end.
    await Promise.all([...workers.map(letWork), until('the end of the operations', ended, 150_000)])
    // On a busy machine this process may check too rarely to see all four.
    assert.isAtMost(most, 4)
    assert.isAtLeast(most, 2)
    for (const id of ids) await assertExact(id, { total: 2000, succeeded: 2000 })
  })
    .tags(['@once'])
    .timeout(170_000)
})
