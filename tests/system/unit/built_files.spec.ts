import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { builtFileFor, readBuild } from '#system/serving/built_files'
import { workWhile } from '#tests/testkit/processor_time'

test.group('built pages', (group) => {
  let folder: string

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-built-'))
    return () => rm(folder, { recursive: true })
  })

  test('is refused where there is none, or half of one', async ({ assert }) => {
    await assert.rejects(() => readBuild(join(folder, 'none')), /ENOENT/)
    await assert.rejects(() => readBuild(folder), /has no index\.html/)
  })

  test('serves files under their names and the page under every other', async ({ assert }) => {
    await mkdir(join(folder, 'assets'))
    for (const [name, text] of Object.entries({
      'index.html': '<p>page</p>',
      'assets/a.js': '1',
      'assets/a.js.br': 'small',
      '.stamp': 'secret',
    })) {
      await writeFile(join(folder, name), text)
    }
    const files = await readBuild(folder)
    const at = (path: string) => builtFileFor(files, path)?.plain.toString()
    assert.equal(at(''), '<p>page</p>')
    assert.equal(at('org/licenses'), '<p>page</p>')
    assert.equal(at('assets/a.js'), '1')
    assert.equal(builtFileFor(files, 'assets/a.js')?.br?.toString(), 'small')
    assert.isUndefined(builtFileFor(files, 'assets/a.js')?.gzip)
    for (const none of ['assets/b.js', '.stamp', 'assets/a.js.br', '../index.html']) {
      assert.isUndefined(at(none), none)
    }
  })

  test('looks for a path of dots no longer than for any other', async ({ assert }) => {
    await writeFile(join(folder, 'index.html'), 'page')
    const files = await readBuild(folder)
    const spent = await workWhile(async () => {
      assert.exists(builtFileFor(files, `${'.'.repeat(15_000)}/org`))
    })
    assert.isBelow(spent, 50)
  })
})
