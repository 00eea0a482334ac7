import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import LicensesImport from '../../../commands/licenses_import.js'
import AllOperations from '#operations/queries/all_operations'
import { createMerchant } from '#tests/testkit/merchant'
import { tempFolder } from '#tests/testkit/temp_folder'

test.group('ace: the file of failed rows', () => {
  test('is refused, before anything starts, where no one waits for the import to end', async ({ assert }) => {
    const { productId, orgId } = await createMerchant()
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await writeFile(file, 'key\nFAILED-1\n')
    const words = [file, `--product=${productId}`, '--no-wait', `--failed=${join(folder.path, 'failed.csv')}`]
    const command = await ace.create(LicensesImport, words)
    await command.exec()
    assert.equal(command.exitCode, 1)
    assert.deepEqual(await new AllOperations().execute({ orgId, limit: 10 }), [])
  })
})
