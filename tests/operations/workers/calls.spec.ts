import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import BeginOperation from '#operations/actions/begin_operation'
import CancelOperation from '#operations/actions/cancel_operation'
import { newId } from '#kernel/secrets/ids'
import Queues from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'
import { assertExact } from '#tests/testkit/exactness'
import { change, inOrderOfEnd, merchantWith, sweep, untilEnded } from '#tests/testkit/faults'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'
import { listed } from '#tests/testkit/long_list'

/** The operations that the jobs of the bulk queue name, in the order in which workers take them. */
async function called(among: string[]): Promise<string[]> {
  const bulk = (await app.container.make(Queues)).get('bulk')
  const jobs = await bulk.getJobs(['waiting', 'prioritized', 'delayed'], 0, -1, true)
  return jobs.map(({ data }) => String(data.operationId)).filter((id) => among.includes(id))
}

/** Removes every job from the bulk queue, as if Redis came back empty. */
async function loseCalls() {
  const bulk = (await app.container.make(Queues)).get('bulk')
  await bulk.drain(true)
}

/** Unfinished operations of a merchant for which no worker was ever called. */
async function pile({ orgId }: Merchant, count: number, status: 'queued' | 'running'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  await rows(
    db.connection(),
    `insert into operations (id, org_id, type, status, planned_at, created_by_type, created_at, heartbeat_at)
     select id, ?, 'licenses.freeze', ?, now(), 'system', now(), now() - interval '1 hour'
     from unnest(?::uuid[]) as id`,
    [orgId, status, ids]
  )
  return ids
}

test.group('calls for workers', (group) => {
  const piled: string[] = []
  group.each.teardown(async () => {
    await rows(db.connection(), 'delete from operations where id = any(?::uuid[])', [piled.splice(0)])
  })

  test('a call that was lost comes back, however many operations of others are stuck: {$self}')
    .with(['queued', 'running'] as const)
    .run(async ({ assert }, status) => {
      const crowd = await createMerchant()
      const stuck = await pile(crowd, 300, status)
      piled.push(...stuck)
      const { merchant, licenseIds } = await merchantWith(1)
      const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
      await loseCalls()
      await sweep([id])
      assert.deepEqual(await called([id]), [id])
      // Of the queued operations, only those whose turn it is are called, the oldest first.
      const expected = status === 'queued' ? stuck.slice(0, 4) : stuck
      assert.sameMembers(await called(stuck), expected)
      await runToEnd(id)
    })

  test('however often an operation is called, one job waits for it', async ({ assert }) => {
    const { merchant, licenseIds } = await merchantWith(1)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    for (let time = 0; time < 5; time++) await sweep([id])
    assert.deepEqual(await called([id]), [id])
    await runToEnd(id)
  })

  test('the operations of an org begin in the order of their creation', async ({ assert }) => {
    const { merchant, licenseIds } = await merchantWith(1)
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      ids.push((await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })).id)
    }
    assert.deepEqual(await called(ids), ids.slice(0, 4))
    const begin = await app.container.make(BeginOperation)
    assert.isNull(await begin.execute(ids[5]))
    assert.isNull(await begin.execute(ids[4]))
    assert.isNotNull(await begin.execute(ids[3]))
    const cancel = await app.container.make(CancelOperation)
    await cancel.execute({ id: ids[0], type: 'licenses.freeze' } as never)
    assert.deepEqual(await called(ids), ids.slice(0, 5))
    assert.isNull(await begin.execute(ids[5]))
    assert.isNotNull(await begin.execute(ids[4]))
    for (const id of ids.slice(1)) await runToEnd(id)
  })

  test('a stream of tiny operations does not stop a large one', async ({ assert, cleanup }) => {
    const worker = bootWorker({ WORKER_CONCURRENCY: '1', SLICE: '1' })
    cleanup(() => killWorker(worker))
    const crowd = await merchantWith(1)
    const tiny: string[] = []
    for (let count = 0; count < 30; count++) {
      tiny.push(
        (await change(crowd.merchant, 'licenses.freeze', { licenseIds: listed(crowd.licenseIds) })).id
      )
    }
    const { merchant, licenseIds } = await merchantWith(3000)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    await letWork(worker)
    await untilEnded([...tiny, id])
    // Its three chunks alternate with the four operations of the crowd that may run at a time, each of which takes one
    // turn.
    assert.isBelow((await inOrderOfEnd([...tiny, id])).indexOf(id), 24)
    await assertExact(id, { total: 3000, succeeded: 3000 })
  }).timeout(120_000)
})
