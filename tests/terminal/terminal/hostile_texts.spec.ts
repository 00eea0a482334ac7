import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import LicensesExport from '../../../commands/licenses_export.js'
import LicensesImport from '../../../commands/licenses_import.js'
import OperationsShow from '../../../commands/operations_show.js'
import AllOperations from '#operations/queries/all_operations'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { tempFolder } from '#tests/testkit/temp_folder'
import { until } from '#tests/testkit/wait'

/** A key that clears the screen, renames the window and inverts its colours. */
const HOSTILE = '\x1b[2J\x1b]0;pwned\x07\x9b31m\u202eKEY'

/** Characters that a terminal interprets, except for the line feeds and tabs of ordinary output. */
const ACTED_ON = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/

/** Runs a command in this process and returns its complete standard output. */
async function printed(
  command: Parameters<typeof ace.create>[0],
  words: string[],
  meanwhile = async () => {}
) {
  const texts: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string) => texts.push(String(text)) > 0
  try {
    const created = await ace.create(command, words)
    await Promise.all([created.exec(), meanwhile()])
    return texts.join('')
  } finally {
    process.stdout.write = write
  }
}

/** Works on the newest operation of an org, as a worker would. */
async function workFor({ orgId }: Merchant) {
  const { id } = await until('an operation', async () => {
    const [newest] = await new AllOperations().execute({ orgId, status: 'queued', limit: 1 })
    return newest
  })
  await runToEnd(id)
}

test.group('texts of strangers on a terminal', (group) => {
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('are shown as escapes by every command that prints them, as text and as JSON', async ({ assert }) => {
    const merchant = await createMerchant()
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await writeFile(file, `key\n${HOSTILE}\nGOOD-1\n`)
    const product = `--product=${merchant.productId}`
    const work = () => workFor(merchant)
    const imported = await printed(LicensesImport, [file, product], work)
    const [{ id }] = await new AllOperations().execute({ orgId: merchant.orgId, limit: 1 })
    const texts = [
      imported,
      await printed(LicensesImport, [file, product, '--json'], work),
      await printed(OperationsShow, [id]),
      await printed(OperationsShow, [id, '--json']),
    ]
    for (const text of texts) {
      assert.notMatch(text, ACTED_ON)
      assert.include(text, 'KEY')
      assert.include(text, '\\u202e')
    }
    const exported = await printed(LicensesExport, [product, `--search=${HOSTILE}`, '--json'], work)
    assert.notMatch(exported, ACTED_ON)
    // The file of an export or of the failed rows is data, and keeps every byte.
    const failed = join(folder.path, 'failed.csv')
    await printed(LicensesImport, [file, product, `--failed=${failed}`], work)
    assert.include(await readFile(failed, 'utf8'), HOSTILE)
  })
})
