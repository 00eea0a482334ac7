import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { artifactPath } from '#releases/store/artifact_path'
import { commitTrap } from '#tests/testkit/commit_trap'
import { createPublisher, draft, put } from '#tests/testkit/publishing'
import { startServer } from '#tests/testkit/servers'

/** Occurs only in the transaction that adds a received file to its release. */
const MARKER = 'update artifacts set bytes'

/** contract/12-releases#121-publishing */
test.group('an upload whose commit is not confirmed', () => {
  test('{$self} the commit: the same upload again leaves one file with its bytes')
    .with([
      ['after', 200],
      ['before', 201],
    ] as const)
    .run(async ({ assert, cleanup }, [moment, status]) => {
      const publisher = await createPublisher()
      const id = await draft(publisher)
      const trap = await commitTrap(databaseUrl(), MARKER, moment)
      cleanup(() => trap.close())
      const { base, kill } = await startServer({ DATABASE_URL: trap.url })
      cleanup(() => kill('SIGKILL'))
      const { path, headers } = publisher
      const upload = fetch(`${base}${path}/${id}/artifacts/app.zip`, {
        method: 'PUT',
        headers,
        body: 'bytes',
      })
      await trap.caught
      trap.cut()
      assert.isFalse((await upload).ok)
      const again = await put(publisher, id, 'app.zip', 'bytes')
      assert.equal(again.status, status)
      assert.equal(await drive.use().get(artifactPath(again.body.data.artifact.id)), 'bytes')
    })
    .timeout(60_000)
})
