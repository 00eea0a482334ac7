import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import CancelOperation from '#actions/operations/cancel_operation'
import StartBulkChange, { type BulkChange } from '#actions/operations/start_bulk_change'
import WakeOperations from '#actions/operations/wake_operations'
import { DAY } from '#domain/license/license'
import type { OperationType } from '#domain/operation/operation'
import Refusal from '#exceptions/refusal'
import FindOperation from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import { assertExact } from '#tests/support/exactness'
import { seedLicenses } from '#tests/support/licenses'
import { createMerchant, type Merchant } from '#tests/support/merchant'
import { runToEnd } from '#tests/support/operations'

async function start(merchant: Merchant, type: OperationType, change: BulkChange) {
  return (await app.container.make(StartBulkChange)).execute(merchant.scope, type, change)
}

test.group('operations that meet', () => {
  test('two over the same licenses in opposite order both end, each exact', async ({ assert }) => {
    const merchant = await createMerchant()
    const expiresAt = Date.now() + DAY
    const licenses = await seedLicenses(merchant, 3000, { expirationMode: 'fixed', expiresAt })
    const licenseIds = licenses.map((one) => one.id)
    const one = await start(merchant, 'licenses.extend', { licenseIds, days: 1 })
    const other = await start(merchant, 'licenses.revoke', { licenseIds: licenseIds.toReversed() })
    await Promise.all([one.id, other.id, one.id, other.id].map(runToEnd))
    await assertExact(one.id, 'license.updated', { total: 3000, succeeded: 3000 })
    await assertExact(other.id, 'license.revoked', { total: 3000, succeeded: 3000 })
    const moved = await rows<{ at: Date }>(
      db.connection(),
      `select distinct expires_at as at from licenses where org_id = ? and status = 'REVOKED'`,
      [merchant.orgId]
    )
    assert.deepEqual(
      moved.map(({ at }) => at.getTime()),
      [expiresAt + DAY]
    )
  })

  test('many workers on one operation share its chunks and end it once', async () => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 6000)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: licenses.map((one) => one.id) })
    await Promise.all(Array.from({ length: 6 }, () => runToEnd(id)))
    await assertExact(id, 'license.frozen', { total: 6000, succeeded: 6000 })
  })

  test('a cancel that races with the end leaves one outcome, and progress that is true', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const cancel = await app.container.make(CancelOperation)
    const outcomes = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const licenses = await seedLicenses(merchant, 1100)
      const operation = await start(merchant, 'licenses.freeze', {
        licenseIds: licenses.map((one) => one.id),
      })
      const [ended] = await Promise.all([
        runToEnd(operation.id),
        new Promise((resolve) => setTimeout(resolve, round * 12)).then(() =>
          cancel.execute(operation).catch((error) => {
            if (!(error instanceof Refusal) || error.reason !== 'CONFLICT') throw error
          })
        ),
      ])
      const final = (await new FindOperation().byId(operation.id))!
      assert.equal(final.status, ended.status)
      outcomes.add(final.status)
      const frozen = await rows(
        db.connection(),
        'select 1 from licenses where id = any(?::uuid[]) and frozen_at is not null',
        [licenses.map((one) => one.id)]
      )
      assert.equal(final.succeeded, frozen.length)
      if (final.status === 'completed') assert.equal(final.succeeded, 1100)
      const events = await rows<{ name: string }>(
        db.connection(),
        `select name from outbox_events where org_id = ? and data->>'operationId' = ?`,
        [merchant.orgId, operation.id]
      )
      assert.deepEqual(events, [{ name: `operation.${final.status}` }])
    }
    assert.isAtLeast(outcomes.size, 1)
  })

  test('a chunk that fails again and again makes its operation give up, and a retry goes on', async ({
    assert,
  }) => {
    const { default: drive } = await import('@adonisjs/drive/services/main')
    const { postImport } = await import('#tests/support/upload')
    const { default: RetryOperation } = await import('#actions/operations/retry_operation')
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

  test('the sweep wakes what nobody has worked on, once in a while', async ({ assert }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 1)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: [licenses[0].id] })
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
