import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import StartExport from '#operations/kinds/export/start_export'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'
import { LONG, progressOf, stopWhen, sweep, untilEnded } from '#tests/testkit/faults'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { type Running } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'
import { killWorker, Workers } from '#tests/testkit/worker_process'

const COUNT = LONG ? 100_000 : 10_000

/** Licenses that take long to write, so that a worker can be caught during the write. */
async function merchantToExport() {
  const merchant = await createMerchant()
  await seedLicenses(merchant, COUNT, { metadata: { note: 'x'.repeat(LONG ? 300 : 1500) } })
  return merchant
}

async function startExport(merchant: Merchant) {
  return (await app.container.make(StartExport)).execute(merchant.scope, { format: 'csv' })
}

/** Starts exports until the worker is stopped in the middle of one, with a part of its file written. */
async function stopInTheMiddle(worker: Running, merchant: Merchant): Promise<string> {
  let { id } = await startExport(merchant)
  await stopWhen(worker, async () => {
    if ((await progressOf([id])).ended) id = (await startExport(merchant)).id
    return (await files(id)).length === 1 && !(await isWritten(id))
  })
  return id
}

async function isWritten(id: string): Promise<boolean> {
  const sql = 'select 1 from operation_chunks where operation_id = ? and done_at is not null'
  return (await rows(db.connection(), sql, [id])).length > 0
}

async function files(id: string): Promise<string[]> {
  const listed = await drive
    .use()
    .listAll(`exports/${id}`)
    .catch(() => null)
  return [...(listed?.objects ?? [])].map(({ name }) => name)
}

function download(merchant: Merchant, id: string) {
  return fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/download`, {
    headers: { authorization: `Bearer ${merchant.token}` },
  })
}

/** Asserts that the served file matches the hash of the result and contains these lines in any order. */
async function assertServed(merchant: Merchant, id: string, lines: string[]) {
  const served = Buffer.from(await (await download(merchant, id)).arrayBuffer())
  const { sha256, ...result } = await resultOf(id)
  assert.deepEqual(result, { status: 'completed', succeeded: COUNT, rows: COUNT })
  assert.equal(createHash('sha256').update(served).digest('hex'), sha256)
  assert.deepEqual(linesOf(served), lines)
}

function linesOf(file: Buffer): string[] {
  return file.toString('utf8').split('\n').toSorted()
}

async function resultOf(id: string) {
  const { status, succeeded, result } = (await new FindOperation().byId(id))!
  return { status, succeeded, sha256: result?.sha256, rows: result?.rows }
}

test.group('the worker of an export', (group) => {
  group.tap((one) => one.tags(['@once']))
  let merchant: Merchant
  let lines: string[]
  group.setup(async () => {
    merchant = await merchantToExport()
    const undisturbed = await startExport(merchant)
    await runToEnd(undisturbed.id)
    lines = linesOf(Buffer.from(await (await download(merchant, undisturbed.id)).arrayBuffer()))
  })

  test('killed with SIGKILL: no half file is served or left, and the next worker writes the same one', async ({
    cleanup,
  }) => {
    const workers = new Workers()
    cleanup(() => workers.close())
    const worker = await workers.begin()
    const id = await stopInTheMiddle(worker, merchant)
    await killWorker(worker)
    assert.equal((await download(merchant, id)).status, 409)
    await workers.begin({ last: true })
    await sweep([id])
    await untilEnded([id])
    await assertServed(merchant, id, lines)
    assert.equal((await files(id)).length, 1)
  }).timeout(170_000)

  test('standing still until another has taken over: what it goes on with is thrown away', async ({
    cleanup,
  }) => {
    const workers = new Workers()
    cleanup(() => workers.close())
    const still = await workers.begin()
    const id = await stopInTheMiddle(still, merchant)
    await workers.begin({ last: true })
    await sweep([id])
    await untilEnded([id])
    const [kept] = await files(id)
    still.child.kill('SIGCONT')
    const { id: next } = await startExport(merchant)
    await untilEnded([next])
    await until('the other file to go', async () => (await files(id)).length === 1)
    assert.deepEqual(await files(id), [kept])
    await assertServed(merchant, id, lines)
    assert.equal(still.child.exitCode, null)
  }).timeout(170_000)

  test('that finds no way to write gives up, and says so', async ({ cleanup }) => {
    const { id } = await startExport(merchant)
    const broken = drive.fake()
    cleanup(() => drive.restore())
    broken.putStream = () => Promise.reject(new Error('The disk is full'))
    for (let fault = 0; fault < 5; fault++) await assert.rejects(() => runToEnd(id))
    const { status, error } = (await new FindOperation().byId(id))!
    assert.equal(status, 'failed')
    assert.deepEqual(error, { code: 'INTERNAL', message: 'Chunk 1 failed 5 times' })
  })
})
