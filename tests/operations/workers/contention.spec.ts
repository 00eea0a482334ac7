import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import BeginOperation from '#operations/actions/begin_operation'
import CancelOperation from '#operations/actions/cancel_operation'
import EndOperation from '#operations/actions/end_operation'
import RetryOperation from '#operations/actions/retry_operation'
import WakeOperations from '#operations/actions/wake_operations'
import { DAY } from '#kernel/time/millis'
import type { FinalStatus } from '#operations/rules/operation'
import Refusal from '#kernel/refusals/refusal'
import FindOperation from '#operations/queries/find_operation'
import Queues from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'
import { assertExact } from '#tests/testkit/exactness'
import { change, sweep } from '#tests/testkit/faults'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { listed } from '#tests/testkit/long_list'

// Tests whose conflicts are only in rows of Postgres run once, wherever the queues are.
test.group('operations that meet', () => {
  test('two over the same licenses in opposite order both end, each exact', async ({ assert }) => {
    const merchant = await createMerchant()
    const expiresAt = Date.now() + DAY
    const licenses = await seedLicenses(merchant, 3000, { expirationMode: 'fixed', expiresAt })
    const licenseIds = licenses.map((one) => one.id)
    const one = await change(merchant, 'licenses.extend', {
      licenseIds: listed(licenseIds),
      own: { days: 1 },
    })
    const other = await change(merchant, 'licenses.revoke', { licenseIds: listed(licenseIds.toReversed()) })
    await Promise.all([one.id, other.id, one.id, other.id].map(runToEnd))
    await assertExact(one.id, { total: 3000, succeeded: 3000 })
    await assertExact(other.id, { total: 3000, succeeded: 3000 })
    const moved = await rows<{ at: Date }>(
      db.connection(),
      `select distinct expires_at as at from licenses where org_id = ? and status = 'REVOKED'`,
      [merchant.orgId]
    )
    assert.deepEqual(
      moved.map(({ at }) => at.getTime()),
      [expiresAt + DAY]
    )
  }).tags(['@once'])

  test('many workers on one operation share its chunks and end it once', async () => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 6000)
    const { id } = await change(merchant, 'licenses.freeze', {
      licenseIds: listed(licenses.map((one) => one.id)),
    })
    await Promise.all(Array.from({ length: 6 }, () => runToEnd(id)))
    await assertExact(id, { total: 6000, succeeded: 6000 })
  }).tags(['@once'])

  test('a worker that comes too late neither fails nor cancels an operation that was retried', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed([license.id]) })
    const [begin, end, retry] = await Promise.all([
      app.container.make(BeginOperation),
      app.container.make(EndOperation),
      app.container.make(RetryOperation),
    ])
    await begin.execute(id)
    const fault = { code: 'INTERNAL', message: 'of the test' }
    assert.isTrue(await end.execute(id, 'failed', fault))
    await retry.execute((await new FindOperation().byId(id))!)

    for (const status of ['failed', 'cancelled', 'completed'] as const) {
      assert.isFalse(await end.execute(id, status, fault), status)
    }
    const { status, error, succeeded } = await runToEnd(id)
    assert.deepEqual({ status, error, succeeded }, { status: 'completed', error: null, succeeded: 1 })
  })

  test('a cancel that races with the end leaves one outcome, and progress that is true', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const cancel = await app.container.make(CancelOperation)
    for (let round = 0; round < 6; round++) {
      const licenses = await seedLicenses(merchant, 1100)
      const operation = await change(merchant, 'licenses.freeze', {
        licenseIds: listed(licenses.map((one) => one.id)),
      })
      const [ended] = await Promise.all([
        runToEnd(operation.id),
        new Promise((resolve) => setTimeout(resolve, round * 12)).then(() =>
          cancel.execute(operation).catch((error) => {
            if (!(error instanceof Refusal) || error.reason !== 'CONFLICT') throw error
          })
        ),
      ])
      const { status, succeeded } = (await new FindOperation().byId(operation.id))!
      assert.equal(status, ended.status)
      await assertExact(operation.id, { total: 1100, succeeded, status: ended.status as FinalStatus })
      const frozen = await rows(
        db.connection(),
        'select 1 from licenses where id = any(?::uuid[]) and frozen_at is not null',
        [licenses.map((one) => one.id)]
      )
      assert.equal(succeeded, frozen.length)
    }
  }).tags(['@once'])

  test('a chunk that fails again and again makes its operation give up, and a retry goes on', async ({
    assert,
  }) => {
    const { default: drive } = await import('@adonisjs/drive/services/main')
    const { postImport } = await import('#tests/testkit/upload')
    const { default: RetryOperation } = await import('#operations/actions/retry_operation')
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nAAAA\nBBBB\n')).body.data.operation
    const file = `imports/${id}/00001`
    const content = await drive.use().getBytes(file)
    await drive.use().delete(file)
    for (let fault = 0; fault < 5; fault++) await assert.rejects(() => runToEnd(id))
    const failed = (await new FindOperation().byId(id))!
    assert.equal(failed.status, 'failed')
    assert.deepEqual(failed.error, { code: 'INTERNAL', message: 'Chunk 1 failed 5 times' })
    await drive.use().put(file, content)
    await (await app.container.make(RetryOperation)).execute(failed)
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 2, error: null })
  })

  test('a retry forgets the faults from before it, so it names none that was repaired', async ({
    assert,
    cleanup,
  }) => {
    const { default: drive } = await import('@adonisjs/drive/services/main')
    const { postImport } = await import('#tests/testkit/upload')
    const merchant = await createMerchant()
    const { id } = (await postImport(merchant, 'key\nAAAA\n')).body.data.operation
    const giveUp = async () => {
      for (let fault = 0; fault < 5; fault++) await assert.rejects(() => runToEnd(id))
      return (await new FindOperation().byId(id))!
    }
    const unreadable = drive.fake()
    cleanup(() => drive.restore())
    unreadable.getBytes = () => Promise.reject(Object.assign(new Error('No access'), { code: 'EACCES' }))
    const failed = await giveUp()
    assert.match(failed.error!.message, /5 times: the service has no permission to write its files/)
    drive.restore()
    await drive.use().delete(`imports/${id}/00001`)
    await rows(db.connection(), 'update operation_chunks set given_back = 9 where operation_id = ?', [id])
    await (await app.container.make(RetryOperation)).execute(failed)
    const chunks = await rows(
      db.connection(),
      `select faults, fault, given_back from operation_chunks where operation_id = ?`,
      [id]
    )
    assert.deepEqual(chunks, [{ faults: 0, fault: null, given_back: 0 }])
    assert.deepEqual((await giveUp()).error, { code: 'INTERNAL', message: 'Chunk 1 failed 5 times' })
  })

  test('whoever begins or wakes an operation calls as many workers as can share it, and no more', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 3000)
    const { id } = await change(merchant, 'licenses.freeze', {
      licenseIds: listed(licenses.map((one) => one.id)),
    })
    const bulk = (await app.container.make(Queues)).get('bulk')
    const called = async () => {
      const jobs = await bulk.getJobs(['waiting', 'prioritized'])
      return jobs.filter(({ data }) => data.operationId === id).length
    }
    assert.equal(await called(), 1)
    await (await app.container.make(BeginOperation)).execute(id)
    assert.equal(await called(), 3)
    for (let time = 0; time < 3; time++) {
      await sweep([id])
      await (await app.container.make(BeginOperation)).execute(id)
    }
    assert.equal(await called(), 3)
    await runToEnd(id)
  })

  test('the sweep wakes what nobody has worked on, once in a while', async ({ assert }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 1)
    const { id } = await change(merchant, 'licenses.freeze', { licenseIds: listed([licenses[0].id]) })
    const wake = await app.container.make(WakeOperations)
    const heartbeat = async () =>
      (
        await rows<{ at: Date }>(db.connection(), 'select heartbeat_at as at from operations where id = ?', [
          id,
        ])
      )[0].at
    const fresh = await heartbeat()
    await wake.execute()
    assert.deepEqual(await heartbeat(), fresh)
    await rows(
      db.connection(),
      `update operations set heartbeat_at = now() - interval '11 seconds' where id = ?`,
      [id]
    )
    assert.isAtLeast(await wake.execute(), 1)
    assert.isAbove((await heartbeat()).getTime(), Date.now() - 5000)
    await runToEnd(id)
  })
})
