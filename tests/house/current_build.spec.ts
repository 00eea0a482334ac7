import { test } from '@japa/runner'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isBuilt, noteSources } from '../../bin/current_build.js'

/** A checkout with a build of its sources. */
async function checkout() {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-checkout-'))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  for (const file of ['package.json', 'app/a/b.ts', 'app/a/c.ts', 'commands/orgs_list.ts']) {
    await write(file, 'one')
  }
  await write('build/commands/orgs_list.js', '')
  noteSources(root, Date.now() + 1000)
  return { root, write }
}

test.group('a command of the checkout', () => {
  test('is that of the build only while its sources are those of the build: {0}')
    .with([
      ['nothing changed', async () => {}, true],
      ['a file of the pages', ({ write }) => write('resources/console/src/a.tsx', 'one'), true],
      ['another text', ({ write }) => write('app/a/b.ts', 'three'), false],
      ['another time', ({ root }) => utimes(join(root, 'app/a/b.ts'), 1, 1), false],
      ['one file more', ({ write }) => write('app/a/d.ts', 'one'), false],
      ['one file less', ({ root }) => rm(join(root, 'app/a/c.ts')), false],
      ['another package', ({ write }) => write('package-lock.json', '{}'), false],
      ['no note', ({ root }) => rm(join(root, 'build/.sources')), false],
    ] as [string, (made: Awaited<ReturnType<typeof checkout>>) => Promise<void>, boolean][])
    .run(async ({ assert, cleanup }, [, change, expected]) => {
      const made = await checkout()
      cleanup(() => rm(made.root, { recursive: true }))
      assert.isTrue(isBuilt(made.root, 'orgs:list'))
      await change(made)
      assert.equal(isBuilt(made.root, 'orgs:list'), expected)
    })

  test('is not that of the build if it is a command of the framework, or no name', async ({
    assert,
    cleanup,
  }) => {
    const { root } = await checkout()
    cleanup(() => rm(root, { recursive: true }))
    for (const name of ['build', 'codegen', 'list', '--help', '../commands/orgs_list', undefined]) {
      assert.isFalse(isBuilt(root, name), name)
    }
  })

  test('is not that of a build during which a source was changed', async ({ assert, cleanup }) => {
    const { root } = await checkout()
    cleanup(() => rm(root, { recursive: true }))
    await rm(join(root, 'build/.sources'))
    noteSources(root, Date.now() - 60_000)
    assert.isFalse(isBuilt(root, 'orgs:list'))
  })
})
