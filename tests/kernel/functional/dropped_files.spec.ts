import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'

/** Records a file as dropped, as if it had been the first one. */
const drop = (path: string) =>
  rows(db.connection(), `insert into dropped_files (path, dropped_at) values (?, '2001-01-01')`, [path])

const isDropped = async (path: string) =>
  (await rows(db.connection(), 'select from dropped_files where path = ?', [path])).length > 0

test.group('dropped files', () => {
  test('are deleted although more than a batch before them cannot be', async ({ assert, cleanup }) => {
    const stuck = `attachments/${newId()}`
    // A folder is not deleted as a file.
    const folders = Array.from({ length: 101 }, (_, index) => `${stuck}/${index}`)
    for (const folder of folders) {
      await drive.use().put(`${folder}/inside`, 'x')
      await drop(folder)
    }
    cleanup(async () => {
      await drive.use().deleteAll(stuck)
      await new DeleteDroppedFiles().execute()
    })
    const file = `${stuck}/zzz`
    await drive.use().put(file, 'x')
    await drop(file)
    const run = new DeleteDroppedFiles().execute()
    await assert.rejects(() => run, /^Could not delete attachments\/.* \(failures in this run: 101\)$/)
    assert.isFalse(await drive.use().exists(file))
    assert.isFalse(await isDropped(file))
    for (const folder of folders) assert.isTrue(await isDropped(folder))
  })
})
