import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import ClearArtifacts from '#releases/actions/clear_artifacts'
import {
  createPublisher,
  cutUpload,
  draft,
  filesOf,
  isOnDrive,
  pastDownload,
  put,
} from '#tests/testkit/publishing'

/** contract/12-releases#121-publishing */
test.group('the clearing of files of releases', () => {
  test('deletes parts after a day and downloads after 90, as often as it runs', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const whole = (await put(publisher, id, 'app.zip', 'bytes')).body.data.artifact.id as string
    const [old, young] = [await cutUpload(id, 25), await cutUpload(id, 23)]
    const [past, recent] = [await pastDownload(whole, 91), await pastDownload(whole, 89)]
    const clear = await app.container.make(ClearArtifacts)
    for (let times = 0; times < 2; times++) {
      await Promise.all([clear.execute(), clear.execute()])
      assert.deepEqual((await filesOf(id)).map((file) => file.id).sort(), [whole, young].sort())
      assert.deepEqual(
        [await isOnDrive(old), await isOnDrive(young), await isOnDrive(whole)],
        [false, true, true]
      )
      const kept = await rows<{ id: string }>(db.connection(), 'select id from downloads where id = any(?)', [
        [past, recent],
      ])
      assert.deepEqual(kept, [{ id: recent }])
    }
  })
})
