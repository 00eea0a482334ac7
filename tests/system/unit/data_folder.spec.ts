import { chmod, mkdtemp, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { closeDataFolder } from '#config/data_folder'
import { settings } from '#config/settings/table'

/** contract#settings: DATA_DIR is closed to other users, and nothing else is. */
test.group('the folder DATA_DIR', (group) => {
  let dir: string
  const mode = async (path = dir) => (await stat(path)).mode & 0o777

  group.each.setup(async () => {
    dir = await mkdtemp(join(tmpdir(), 'latchkey-folder-'))
    await chmod(dir, 0o755)
    return () => rm(dir, { recursive: true })
  })

  test('of the service alone is closed', async ({ assert }) => {
    for (const name of ['files', 'postgres', 'lost+found']) await mkdir(join(dir, name))
    for (const name of ['app_key', 'app_key.new', 'quickstart.json']) await writeFile(join(dir, name), '')
    await closeDataFolder(dir)
    assert.equal(await mode(), 0o700)
  })

  test('with files of others stays open', async ({ assert }) => {
    for (const name of ['files', 'passwd']) await mkdir(join(dir, name))
    await closeDataFolder(dir)
    assert.equal(await mode(), 0o755)
  })

  test('that is empty stays open until something of the service is there', async ({ assert }) => {
    await mkdir(join(dir, 'lost+found'))
    await closeDataFolder(dir)
    assert.equal(await mode(), 0o755)
  })

  test('that is a file stays as it is, and is refused', async ({ assert }) => {
    const file = join(dir, 'passwd')
    await writeFile(file, '')
    await chmod(file, 0o644)
    await closeDataFolder(file)
    assert.equal(await mode(file), 0o644)
    assert.throws(() => settings.DATA_DIR('DATA_DIR', file), /"DATA_DIR" must be a folder; \S+ is a file/)
  })

  test('that is not there is made if a folder can be', ({ assert }) => {
    assert.equal(settings.DATA_DIR('DATA_DIR', join(dir, 'new/one')), join(dir, 'new/one'))
  })

  test('cannot be below a file', async ({ assert }) => {
    const file = join(dir, 'passwd')
    await writeFile(file, '')
    const refused = new RegExp(`"DATA_DIR" must be a folder; ${file} is a file$`)
    assert.throws(() => settings.DATA_DIR('DATA_DIR', join(file, 'new/one')), refused)
  })
})
