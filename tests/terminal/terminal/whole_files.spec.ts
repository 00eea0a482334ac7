import { test } from '@japa/runner'
import { chmod, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWholeFile } from '#terminal/write_whole_file'
import { tempFolder } from '#tests/testkit/temp_folder'

/** A text that breaks off, as when its reader is interrupted. */
async function* broken() {
  yield 'half of '
  throw new Error('it broke off')
}

async function* whole() {
  yield 'the whole '
  yield 'text'
}

test.group('ace: a file that a command writes', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('has its name only once it is whole; the older one stays until then', async ({ assert }) => {
    await using folder = await tempFolder()
    const file = join(folder.path, 'licenses.csv')
    await assert.rejects(() => writeWholeFile(file, broken()), 'it broke off')
    assert.deepEqual(await readdir(folder.path), ['licenses.csv.part'])

    await writeFile(file, 'older')
    await chmod(file, 0o600)
    await assert.rejects(() => writeWholeFile(file, broken()), 'it broke off')
    assert.equal(await readFile(file, 'utf8'), 'older')

    await writeWholeFile(file, whole())
    assert.equal(await readFile(file, 'utf8'), 'the whole text')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder.path), ['licenses.csv'])
  })

  test('a link is written as it is, and so is everything else that is no file', async ({ assert }) => {
    await using folder = await tempFolder()
    const [file, link] = [join(folder.path, 'file'), join(folder.path, 'link')]
    await writeFile(file, 'older')
    await symlink(file, link)
    await writeWholeFile(link, whole())
    assert.equal(await readFile(file, 'utf8'), 'the whole text')
    assert.equal(await readlink(link), file)
    await writeWholeFile('/dev/null', whole())
    assert.deepEqual(await readdir(folder.path), ['file', 'link'])
  })
})
