import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { setTimeout as delay } from 'node:timers/promises'
import StartBulkChange, { type BulkChange } from '#actions/operations/start_bulk_change'
import UndoOperation from '#actions/operations/undo_operation'
import WakeOperations from '#actions/operations/wake_operations'
import { DAY } from '#domain/license/license'
import { isFinal, type OperationType } from '#domain/operation/operation'
import FindOperation from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import { assertCounts, assertExact } from '#tests/support/exactness'
import { seedLicenses } from '#tests/support/licenses'
import { createMerchant, type Merchant } from '#tests/support/merchant'
import { runToEnd } from '#tests/support/operations'
import { until, type Running } from '#tests/support/processes'
import { seededRandom } from '#tests/support/random'
import { postImport } from '#tests/support/upload'
import { killWorker, startWorker } from '#tests/support/worker_process'

/** The long form is `npm run test:faults`. */
const LONG = process.env.FAULTS === 'long'
const COUNT = LONG ? 100_000 : 20_000
const KILLS = LONG ? 20 : 3

async function start(merchant: Merchant, type: OperationType, change: BulkChange) {
  return (await app.container.make(StartBulkChange)).execute(merchant.scope, type, change)
}

async function merchantWith(count: number, expiresAt: number | null = null) {
  const merchant = await createMerchant()
  const state = expiresAt === null ? {} : { expirationMode: 'fixed' as const, expiresAt }
  const licenses = await seedLicenses(merchant, count, state)
  return { merchant, licenseIds: licenses.map((one) => one.id) }
}

/** What the sweep of another worker does once nobody has given a sign of life for a while. */
async function sweep(ids: string[]) {
  await rows(
    db.connection(),
    `update operations set heartbeat_at = now() - interval '1 hour' where id = any(?::uuid[])`,
    [ids]
  )
  await (await app.container.make(WakeOperations)).execute()
}

async function processed(ids: string[]) {
  const found = await Promise.all(ids.map((id) => new FindOperation().byId(id)))
  return {
    sum: found.reduce((sum, one) => sum + one!.processed, 0),
    done: found.every((one) => isFinal(one!.status)),
  }
}

/** Runs operations to their end with workers that are killed at random points of the work. */
async function runThroughKills(ids: string[], kills: number, random: () => number) {
  let worker: Running | null = null
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = await processed(ids)
      if (before.done) break
      worker = await startWorker()
      await until(
        async () => (await processed(ids)).sum > before.sum || (await processed(ids)).done,
        'progress',
        60_000
      )
      await delay(random() * 60)
      await killWorker(worker)
      await sweep(ids)
    }
    worker = await startWorker()
    await until(async () => (await processed(ids)).done, 'the end of the operations', 120_000)
  } finally {
    if (worker) await killWorker(worker)
  }
}

test.group('a worker that is killed with SIGKILL', () => {
  test('loses nothing and does nothing twice', async ({ assert }) => {
    const { random, seed } = seededRandom()
    console.log(`      seed ${seed}`)
    const expiresAt = Date.now() + 50 * DAY
    const frozen = await merchantWith(COUNT)
    const extended = await merchantWith(COUNT / 4, expiresAt)
    const deleted = await merchantWith(COUNT / 4)
    const undone = await merchantWith(COUNT / 4)
    const importer = await createMerchant()

    const freeze = await start(frozen.merchant, 'licenses.freeze', frozen)
    const extend = await start(extended.merchant, 'licenses.extend', { ...extended, days: 7 })
    const erase = await start(deleted.merchant, 'licenses.delete', deleted)
    const original = await runToEnd((await start(undone.merchant, 'licenses.revoke', undone)).id)
    const undo = await (await app.container.make(UndoOperation)).execute(undone.merchant.scope, original)
    const lines = Array.from({ length: COUNT / 4 }, (_, at) => (at % 1000 === 7 ? '!' : `IMPORTED-${at}`))
    const bad = lines.filter((line) => line === '!').length
    const imported = (await postImport(importer, ['key', ...lines].join('\n'))).body.data.operation

    await runThroughKills([freeze.id, extend.id, erase.id, undo.id, imported.id], KILLS, random)

    await assertExact(freeze.id, 'license.frozen', { total: COUNT, succeeded: COUNT })
    await assertExact(extend.id, 'license.updated', { total: COUNT / 4, succeeded: COUNT / 4 })
    await assertExact(erase.id, 'license.deleted', { total: COUNT / 4, succeeded: COUNT / 4 })
    await assertExact(undo.id, 'license.unrevoked', { total: COUNT / 4, succeeded: COUNT / 4 })
    await assertExact(imported.id, 'license.created', { total: COUNT / 4, succeeded: COUNT / 4 - bad })
    const [facts] = await rows<Record<string, unknown>>(
      db.connection(),
      `select
         (select count(*)::int from licenses where org_id = ? and frozen_at is not null and revision = 2) as frozen,
         (select count(*)::int from licenses where org_id = ? and expires_at = ? and revision = 2) as extended,
         (select count(*)::int from licenses where org_id = ?) as deleted,
         (select count(*)::int from licenses where org_id = ? and status = 'ACTIVE' and revision = 3) as undone,
         (select count(distinct key)::int from licenses where org_id = ?) as imported`,
      [
        frozen.merchant.orgId,
        extended.merchant.orgId,
        new Date(expiresAt + 7 * DAY),
        deleted.merchant.orgId,
        undone.merchant.orgId,
        importer.orgId,
      ]
    )
    assert.deepEqual(facts, {
      frozen: COUNT,
      extended: COUNT / 4,
      deleted: 0,
      undone: COUNT / 4,
      imported: COUNT / 4 - bad,
    })
    for (const { merchant } of [frozen, extended, deleted, undone, { merchant: importer }]) {
      await assertCounts(merchant.orgId)
    }
  }).timeout(LONG ? 900_000 : 170_000)

  test('whose claim outlives it in no way: an export starts over', async ({ assert }) => {
    const { merchant } = await merchantWith(LONG ? 100_000 : 10_000)
    const { default: StartExport } = await import('#actions/operations/start_export')
    const { claimExport } = await import('#actions/operations/export_claim')
    const action = await app.container.make(StartExport)
    const { id } = await action.execute(merchant.scope, { format: 'json' })
    const { default: BeginOperation } = await import('#actions/operations/begin_operation')
    await (await app.container.make(BeginOperation)).execute(id)
    assert.isNotNull(await claimExport(id))
    assert.isNull(await claimExport(id))
    await rows(
      db.connection(),
      `update operation_chunks set claimed_at = now() - interval '16 seconds' where operation_id = ?`,
      [id]
    )
    const operation = await runToEnd(id)
    assert.containSubset(operation, { status: 'completed', succeeded: LONG ? 100_000 : 10_000 })
  })
})

test.group('a worker that stands still', () => {
  test('gives its chunk back, and finds its work undone when it goes on', async ({ assert }) => {
    const { merchant, licenseIds } = await merchantWith(COUNT / 4)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds })
    const still = await startWorker({ DATABASE_IDLE_TRANSACTION_SECONDS: '2', WORKER_CONCURRENCY: '1' })
    let other: Running | null = null
    try {
      const open =
        'select count(*)::int as n from operation_chunks where operation_id = ? and done_at is null'
      const free = `select count(*)::int as n from (
        select 1 from operation_chunks where operation_id = ? and done_at is null for update skip locked) q`
      const count = async (sql: string) => (await rows<{ n: number }>(db.connection(), sql, [id]))[0].n
      await until(
        async () => {
          still.child.kill('SIGSTOP')
          await delay(30)
          if ((await count(open)) > (await count(free))) return true
          still.child.kill('SIGCONT')
          await delay(3)
          return false
        },
        'a moment in the middle of a chunk',
        60_000
      )
      other = await startWorker()
      await sweep([id])
      await until(async () => (await processed([id])).done, 'the end of the operation', 60_000)
      still.child.kill('SIGCONT')
      await delay(500)
      await assertExact(id, 'license.frozen', { total: COUNT / 4, succeeded: COUNT / 4 })
      const [{ n }] = await rows<{ n: number }>(
        db.connection(),
        'select count(*)::int as n from licenses where org_id = ? and revision = 2 and frozen_at is not null',
        [merchant.orgId]
      )
      assert.equal(n, COUNT / 4)
    } finally {
      await killWorker(still)
      if (other) await killWorker(other)
    }
  }).timeout(170_000)
})
