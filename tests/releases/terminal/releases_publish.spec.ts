import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import ReleasesPublish from '../../../commands/releases_publish.js'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import MoveRelease from '#releases/actions/move_release'
import FindRelease from '#releases/queries/find_release'
import { runCommand } from '#tests/testkit/command'
import { createMerchant } from '#tests/testkit/merchant'
import { tempFolder } from '#tests/testkit/temp_folder'

/** contract/12-releases#121-publishing */
test.group('releases:publish', (group) => {
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('makes, fills and publishes a release, and can be run again', async ({ assert }) => {
    const { productId } = await createMerchant()
    await using folder = await tempFolder()
    const contents = { 'App Setup.exe': randomBytes(200_000), 'App.zip': Buffer.from('zip') }
    for (const [name, bytes] of Object.entries(contents)) await writeFile(join(folder.path, name), bytes)
    await writeFile(join(folder.path, 'notes.md'), '# New')
    const files = Object.keys(contents).map((name) => join(folder.path, name))
    const publish = (...more: string[]) =>
      runCommand(ReleasesPublish, ...files, `--product=${productId}`, ...more)

    const drafted = await publish('--version=v2.1.0', '--draft', '--platform=win32', '--arch=x64')
    assert.equal(drafted.exitCode, 0)
    assert.containSubset(drafted.answer, { version: '2.1.0', status: 'draft', notes: null })
    const notes = `--notes-file=${join(folder.path, 'notes.md')}`
    const published = await publish('--version=2.1.0', notes, '--kind=installer')
    assert.containSubset(published.answer, { id: drafted.answer.id, status: 'published', notes: '# New' })
    const found = published.answer.artifacts as { filename: string; sha256: string; platform: string }[]
    assert.deepEqual(
      found.map(({ filename, sha256, platform }) => [filename, sha256, platform]),
      Object.entries(contents).map(([name, bytes]) => [
        name,
        createHash('sha256').update(bytes).digest('hex'),
        'windows',
      ])
    )
    assert.equal((await publish('--version=2.1.0')).exitCode, 0)
    await writeFile(files[1], 'another')
    assert.equal((await publish('--version=2.1.0')).answer.error.code, 'CONFLICT')
  })

  test('a version that was yanked is refused, and stays yanked', async ({ assert }) => {
    const { productId, scope } = await createMerchant()
    const publish = () =>
      runCommand(ReleasesPublish, 'package.json', `--product=${productId}`, '--version=1.0.0')
    const { id } = (await publish()).answer
    const move = await app.container.make(MoveRelease)
    await move.execute(scope, id, 'yank', 'broken', SYSTEM)
    const again = await publish()
    assert.equal(again.exitCode, 1)
    assert.equal(again.answer.error.code, 'CONFLICT')
    assert.include(again.answer.error.message, 'is yanked')
    const find = await app.container.make(FindRelease)
    assert.equal((await find.byId(scope, id)).status, 'yanked')
  })

  test('says what is wrong', async ({ assert }) => {
    const { productId } = await createMerchant()
    const code = async (...words: string[]) => {
      const { exitCode, answer } = await runCommand(ReleasesPublish, ...words)
      assert.equal(exitCode, 1)
      return answer.error.code as string
    }
    const product = `--product=${productId}`
    assert.equal(await code('package.json', `--product=${newId()}`, '--version=1.0.0'), 'PRODUCT_NOT_FOUND')
    assert.equal(await code('package.json', '--version=1.0.0'), 'VALIDATION_ERROR')
    assert.equal(await code('package.json', product, '--version=one'), 'VALIDATION_ERROR')
    assert.equal(await code('package.json', product), 'VALIDATION_ERROR')
    assert.equal(await code('no-such-file', product, '--version=1.0.0'), 'NO_FILE')
    assert.equal(await code('package.json', product, '--version=1.0.0', '--kind=app'), 'VALIDATION_ERROR')
  })
})
