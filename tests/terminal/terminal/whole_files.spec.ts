import { test } from '@japa/runner'
import { execFileSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
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

  test('a pipe is written as it is', async ({ assert }) => {
    await using folder = await tempFolder()
    const pipe = join(folder.path, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeWholeFile(pipe, whole())])
    assert.equal(text, 'the whole text')
    assert.deepEqual(await readdir(folder.path), ['pipe'])
  })
})
