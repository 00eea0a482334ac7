import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { localAppKey } from '#config/local_app_key'
import { tempFolder } from '#tests/testkit/temp_folder'

test.group('the application key in DATA_DIR', () => {
  test('is the same for all that start together, and complete under its name', async ({ assert }) => {
    await using folder = await tempFolder()
    const dataDir = join(folder.path, 'storage')
    const keys = await Promise.all(Array.from({ length: 20 }, () => localAppKey(dataDir)))
    const [key, ...others] = new Set(keys)
    assert.match(key, /^[\w-]{43}$/)
    assert.isEmpty(others)
    assert.equal(await readFile(join(dataDir, 'app_key'), 'utf8'), `${key}\n`)
    assert.equal((await stat(join(dataDir, 'app_key'))).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(dataDir), ['app_key'])
    assert.equal(await localAppKey(dataDir), key)
  })

  test('needs a folder that can be written, and says so', async ({ assert }) => {
    await using folder = await tempFolder()
    await chmod(folder.path, 0o555)
    // Root may write everywhere, so this part of the test is another user.
    const isRoot = process.getuid!() === 0
    if (isRoot) process.seteuid!(65_534)
    try {
      for (const path of [folder.path, join(folder.path, 'storage')]) {
        const said = new RegExp(
          `"DATA_DIR" must be a folder that can be written; ${path} cannot \\(EACCES\\)`
        )
        await assert.rejects(() => localAppKey(path), said)
      }
    } finally {
      if (isRoot) process.seteuid!(0)
    }
  })

  test('is the same for all that find the empty file of a killed start', async ({ assert }) => {
    await using folder = await tempFolder()
    for (let round = 0; round < 30; round++) {
      const dataDir = join(folder.path, `${round}`)
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'app_key'), '')
      const keys = new Set(await Promise.all(Array.from({ length: 4 }, () => localAppKey(dataDir))))
      assert.deepEqual([...keys], [await localAppKey(dataDir)])
      assert.deepEqual(await readdir(dataDir), ['app_key'])
    }
  })

  test('goes past the claim of a process that was killed', async ({ assert }) => {
    await using folder = await tempFolder()
    const claim = join(folder.path, 'app_key.claim')
    await writeFile(claim, '')
    const old = new Date(Date.now() - 60_000)
    await utimes(claim, old, old)
    assert.match(await localAppKey(folder.path), /^[\w-]{43}$/)
    assert.deepEqual(await readdir(folder.path), ['app_key'])
  })

  test('replaces an empty file that a killed start left, and no other', async ({ assert }) => {
    await using folder = await tempFolder()
    for (const [left, kept] of [
      ['', false],
      ['\n', false],
      ['short\n', true],
    ] as const) {
      const dataDir = join(folder.path, String(left.length))
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'app_key'), left)
      assert.equal((await localAppKey(dataDir)) === left.trim(), kept)
      assert.equal(await localAppKey(dataDir), await localAppKey(dataDir))
    }
  })
})
