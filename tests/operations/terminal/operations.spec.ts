import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import LicensesExport from '../../../commands/licenses_export.js'
import LicensesImport from '../../../commands/licenses_import.js'
import OperationsCancel from '../../../commands/operations_cancel.js'
import OperationsList from '../../../commands/operations_list.js'
import OperationsRetry from '../../../commands/operations_retry.js'
import OperationsShow from '../../../commands/operations_show.js'
import QueueStatus from '../../../commands/queue_status.js'
import StartBulkChange from '#operations/actions/start_bulk_change'
import AllOperations from '#operations/queries/all_operations'
import { databaseUrl } from '#kernel/database/datastores'
import Queues from '#kernel/queues/queues'
import { newId } from '#kernel/secrets/ids'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { startProgram } from '#tests/testkit/processes'
import { tempFolder } from '#tests/testkit/temp_folder'
import { until } from '#tests/testkit/wait'
import { listed } from '#tests/testkit/long_list'

/** Runs a command in this process; returns the JSON that it prints and its exit code. */
async function run(command: Parameters<typeof ace.create>[0], ...words: string[]) {
  const printed: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string) => printed.push(String(text)) > 0
  try {
    const created = await ace.create(command, [...words, '--json'])
    await created.exec()
    const line = printed.find((text) => /^[[{]/.test(text))
    return { exitCode: created.exitCode ?? 0, answer: line ? JSON.parse(line) : null }
  } finally {
    process.stdout.write = write
  }
}

/** The text that a command prints without `--json`. */
async function printed(command: Parameters<typeof ace.create>[0], ...words: string[]): Promise<string> {
  ace.ui.logger.flushLogs()
  const write = process.stdout.write
  let text = ''
  process.stdout.write = (some: string) => (text += some) !== ''
  try {
    const created = await ace.create(command, words)
    await created.exec()
    const logs = created.ui.logger.getLogs().map(({ message }) => message)
    return [text, ...logs].join('\n')
  } finally {
    process.stdout.write = write
  }
}

/** Works on the next operation of an org, as a worker would. */
async function workFor({ orgId }: Merchant) {
  const operation = await until('an operation', async () => {
    const [newest] = await new AllOperations().execute({ orgId, status: 'queued', limit: 1 })
    return newest
  })
  return runToEnd(operation.id)
}

test.group('commands of operations', (group) => {
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('a file goes in, its bad rows are told, and it comes out again', async ({ assert }) => {
    const merchant = await createMerchant()
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await writeFile(file, 'License Key,Expiry\nAAAA,31.12.2031\n!,\nBBBB,\n')
    const failed = join(folder.path, 'failed.csv')
    const options = [
      '--map=key:License Key,expiresAt:Expiry',
      '--date-format=dd.MM.yyyy',
      `--failed=${failed}`,
    ]
    const importing = run(LicensesImport, file, `--product=${merchant.productId.toUpperCase()}`, ...options)
    await workFor(merchant)
    const imported = await importing
    assert.equal(imported.exitCode, 2)
    assert.match(await readFile(failed, 'utf8'), /^License Key,Expiry,error\r\n!,,.*it must have 4 to 128/)
    assert.containSubset(imported.answer, { status: 'completed', progress: { succeeded: 2, failed: 1 } })
    assert.containSubset(imported.answer.items, [{ line: 3, code: 'VALIDATION_ERROR' }])

    const output = join(folder.path, 'out.csv')
    const exporting = run(LicensesExport, `--org=${merchant.orgId}`, `--output=${output}`)
    await workFor(merchant)
    const exported = await exporting
    assert.equal(exported.exitCode, 0)
    assert.equal(exported.answer.result.rows, 2)
    const exportedText = await readFile(output, 'utf8')
    assert.lengthOf(exportedText.trim().split('\n'), 3)
    assert.include(exportedText, '2031-12-31T00:00:00.000Z')
    const words = [`--org=${merchant.orgId}`, `--output=${output}`, '--delimiter=semicolon', '--bom']
    const forSheets = run(LicensesExport, ...words)
    await workFor(merchant)
    assert.equal((await forSheets).exitCode, 0)
    assert.match(await readFile(output, 'utf8'), /^\ufeffid;key;/)
    const wrong = await run(LicensesExport, `--org=${merchant.orgId}`, '--delimiter=pipe')
    assert.deepEqual(wrong, { exitCode: 1, answer: null })
  })

  test('people are told of a dry run, and of columns that were left out', async ({ assert }) => {
    const merchant = await createMerchant()
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await writeFile(file, 'key,Seats\nAAAA,3\n')
    const importing = printed(LicensesImport, file, `--product=${merchant.productId}`, '--dry-run')
    const { id } = await workFor(merchant)
    const [imported, shown] = [await importing, await printed(OperationsShow, id)]
    for (const text of [imported, shown]) {
      assert.include(text, 'This was a dry run: nothing has changed.')
      assert.include(text, 'Ignored columns, because their names are unknown: Seats.')
    }
    assert.include(shown, 'licenses.import, dry run')
  })

  test('a file that cannot be read or written starts nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const product = `--product=${merchant.productId}`
    for (const words of [
      [LicensesImport, '/nowhere.csv'],
      [LicensesImport, tmpdir()],
      [LicensesExport, '--output=/nowhere/at/all.csv'],
      [LicensesExport, `--output=${tmpdir()}`],
    ] as const) {
      const { exitCode, answer } = await run(words[0], words[1], product)
      assert.equal(exitCode, 1)
      assert.isNull(answer)
    }
    const { answer } = await run(OperationsList, `--org=${merchant.orgId}`)
    assert.deepEqual(answer, [])
  })

  test('of an import that skips, the bad rows are told', async ({ assert }) => {
    const merchant = await createMerchant()
    const [taken] = await seedLicenses(merchant, 1)
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await writeFile(file, `key\n${taken.key}\n!\n`)
    const importing = run(LicensesImport, file, `--product=${merchant.productId}`, '--on-conflict=skip')
    await workFor(merchant)
    const { exitCode, answer } = await importing
    assert.equal(exitCode, 1)
    assert.containSubset(answer, { progress: { skipped: 1, failed: 1 } })
    assert.deepEqual(
      answer.items.map(({ line }: { line: number }) => line),
      [3]
    )
  })

  test('operations are listed, shown, cancelled and retried', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const start = await app.container.make(StartBulkChange)
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', {
      licenseIds: listed([license.id, newId()]),
    })
    const list = await run(OperationsList, `--org=${merchant.orgId}`, '--status=queued')
    assert.deepEqual(
      list.answer.map((one: { id: string }) => one.id),
      [id]
    )
    assert.containSubset(await run(OperationsCancel, id), { exitCode: 0, answer: { status: 'cancelled' } })
    assert.equal((await run(OperationsShow, id)).exitCode, 1)
    assert.containSubset(await run(OperationsRetry, id), { exitCode: 0, answer: { status: 'queued' } })
    const watching = run(OperationsShow, id, '--watch')
    await runToEnd(id)
    const shown = await watching
    assert.equal(shown.exitCode, 0)
    assert.containSubset(shown.answer, { status: 'completed', progress: { succeeded: 1, failed: 1 } })
    assert.containSubset(shown.answer.items, [{ code: 'LICENSE_NOT_FOUND' }])
  })

  test('what cannot be done ends with exit code 1')
    .with([
      [OperationsShow, newId()],
      [OperationsShow, 'nonsense'],
      [OperationsCancel, newId()],
      [OperationsRetry, newId()],
      [OperationsList, '--status=done'],
      [LicensesImport, '/nowhere.csv', `--product=${newId()}`],
      [LicensesExport, '--format=csv'],
      [LicensesExport, `--org=${newId()}`],
    ] as const)
    .run(async ({ assert }, [command, ...words]) => {
      const { exitCode, answer } = await run(command, ...words)
      assert.equal(exitCode, 1)
      assert.isNull(answer)
    })

  test('a stop signal ends the watching, not the operation, and says so', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const action = await app.container.make(StartBulkChange)
    const licenseIds = listed([license.id])
    const { id } = await action.execute(merchant.scope, 'licenses.freeze', { licenseIds })
    const words = ['operations:show', id, '--watch']
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { child, output, ended } = startProgram('bin/console', words, { DATABASE_URL: databaseUrl() })
      await until('the reason', () => output().includes('no worker has begun it yet'))
      child.kill(signal)
      assert.equal(await ended, signal === 'SIGINT' ? 130 : 143)
      for (const said of ['0 of 1', 'only the watching has ended']) assert.include(output(), said)
    }
    assert.equal((await runToEnd(id)).status, 'completed')
  })

  test('a table says in which zone its times are, and that operations wait for a paused queue', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    const bulk = (await app.container.make(Queues)).get('bulk')
    cleanup(() => bulk.resume())
    const action = await app.container.make(StartBulkChange)
    const { id } = await action.execute(merchant.scope, 'licenses.freeze', { licenseIds: listed([newId()]) })
    const list = () => printed(OperationsList, `--org=${merchant.orgId}`)
    const show = () => printed(OperationsShow, id)
    assert.match(await list(), /\|\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/)
    for (const ask of [list, show]) assert.notInclude(await ask(), 'paused')
    await bulk.pause()
    for (const ask of [list, show]) {
      assert.include(await ask(), 'The queue bulk is paused')
      assert.include(await ask(), 'npm run ace -- queue:resume bulk')
    }
    await runToEnd(id)
    for (const ask of [list, show]) assert.notInclude(await ask(), 'paused')
  })

  test('queue:status finds the queues as a program of its own', async ({ assert }) => {
    const asking = startProgram('bin/console', ['queue:status', '--json'], { DATABASE_URL: databaseUrl() })
    assert.equal(await asking.ended, 0, asking.output())
    assert.include(asking.output(), '"bulk"')
  })

  test('queue:status counts the jobs of every queue', async ({ assert }) => {
    const { exitCode, answer } = await run(QueueStatus)
    assert.equal(exitCode, 0)
    assert.includeMembers(Object.keys(answer.queues), ['bulk', 'webhooks', 'maintenance'])
    assert.isNumber(answer.queues.bulk.waiting)
  })
})
