import app from '@adonisjs/core/services/app'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import BeginOperation from '#operations/actions/begin_operation'
import CancelOperation from '#operations/actions/cancel_operation'
import RetryOperation from '#operations/actions/retry_operation'
import StartExport from '#operations/kinds/export/start_export'
import { kindOf } from '#operations/kinds/registry'
import { askOf } from '#tests/testkit/asked_postgres'
import { commitTrap } from '#tests/testkit/commit_trap'
import { find, slice } from '#tests/testkit/held'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { BASE } from '#tests/testkit/http'

async function startExport(merchant: Merchant) {
  await seedLicenses(merchant, 3)
  return (await app.container.make(StartExport)).execute(merchant.scope, { format: 'csv' })
}

/** Writes an export as a worker of another process would: the workers of one process would take turns. */
async function writeOnce(id: string): Promise<boolean> {
  const operation = (await (await app.container.make(BeginOperation)).execute(id))!
  const { work } = kindOf(operation.type)
  if (work.by !== 'whole') throw new Error('An export has no chunks')
  return work.run(operation, new AbortController().signal)
}

async function filePaths(id: string): Promise<string[]> {
  const { objects } = await drive.use().listAll(`exports/${id}`)
  return [...objects].map(({ name }) => `exports/${id}/${name}`)
}

/** Makes the claim of an export as old as that of a worker that has stopped; `claim` replaces it. */
async function lapse(id: string, claim?: string) {
  const sql = `update operation_chunks set claim = coalesce(?::uuid, claim), claimed_at = now() - interval '1 hour'
    where operation_id = ?`
  await rows(db.connection(), sql, [claim ?? null, id])
}

/** Leaves a part of a file, and the claim to it, as a worker that is killed does. */
async function leaveHalfAFile(id: string) {
  const dead = randomUUID()
  await drive.use().put(`exports/${id}/${dead}.csv`, 'half a file')
  await lapse(id, dead)
}

/** Stops the first worker that begins to delete files of earlier attempts, as a process that stands still does. */
function stopFirstDeletion() {
  const disk = drive.use()
  const { deleteAll, delete: deleteOne } = disk
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: going, resolve: goOn } = Promise.withResolvers<void>()
  let isFirst = true
  const stop = async () => {
    if (!isFirst) return
    isFirst = false
    reach()
    await going
  }
  disk.deleteAll = async (path) => stop().then(() => deleteAll.call(disk, path))
  disk.delete = async (path) => stop().then(() => deleteOne.call(disk, path))
  return { reached, goOn, repair: () => void Object.assign(disk, { deleteAll, delete: deleteOne }) }
}

async function download({ orgId, token }: Merchant, id: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${BASE}/v1/dashboard/orgs/${orgId}/operations/${id}/download`, { headers })).status
}

/** docs/decisions/operations.md#an-export-claims-by-a-token */
test.group('the file of an export', () => {
  test('outlives a worker that lost its claim before it deleted the file of its predecessor', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    const { id } = await startExport(merchant)
    await leaveHalfAFile(id)
    const { reached, goOn, repair } = stopFirstDeletion()
    cleanup(repair)
    const late = writeOnce(id)
    await reached
    await lapse(id)
    const { status, result } = await runToEnd(id)
    assert.equal(status, 'completed')
    goOn()
    assert.isFalse(await late)
    assert.deepEqual(await filePaths(id), [result!.file])
    assert.equal(await download(merchant, id), 200)
  })

  test('of a killed worker goes, also when the export was cancelled and retried in between', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id } = await startExport(merchant)
    const operation = (await (await app.container.make(BeginOperation)).execute(id))!
    await leaveHalfAFile(id)
    await (await app.container.make(CancelOperation)).execute(operation)
    await slice(id)
    await (await app.container.make(RetryOperation)).execute(operation)
    const { status, result } = await runToEnd(id)
    assert.equal(status, 'completed')
    assert.deepEqual(await filePaths(id), [result!.file])
  })

  test('of a killed worker goes, also when the drive refuses that at first', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { id } = await startExport(merchant)
    await leaveHalfAFile(id)
    const disk = drive.use()
    const { delete: deleteOne } = disk
    const repair = () => void Object.assign(disk, { delete: deleteOne })
    cleanup(repair)
    disk.delete = () => Promise.reject(new Error('The drive is away'))
    await assert.rejects(() => writeOnce(id), 'The drive is away')
    repair()
    await lapse(id)
    const { result } = await runToEnd(id)
    assert.deepEqual(await filePaths(id), [result!.file])
  })

  test('stays if the commit that finishes the export is not confirmed', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { id } = await startExport(merchant)
    const trap = await commitTrap(databaseUrl(), 'set done_at = clock_timestamp(), size', 'after')
    cleanup(() => trap.close())
    cleanup(askOf(trap.url))
    const lost = slice(id)
    await trap.caught
    trap.cut()
    await lost
    assert.containSubset(await find(id), { status: 'completed', succeeded: 3 })
    assert.equal(await download(merchant, id), 200)
  })
})
