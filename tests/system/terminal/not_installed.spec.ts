import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { ROOT, textOf } from '#tests/testkit/project_files'
import { tempFolder } from '#tests/testkit/temp_folder'

const run = promisify(execFile)

test.group('a checkout whose packages are not installed', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(30_000))

  test('says so: {$self}')
    .with(['quickstart', 'dev', 'ace'])
    .run(async ({ assert }, script) => {
      await using folder = await tempFolder()
      for (const part of ['package.json', 'ace.js', 'bin']) {
        await cp(join(ROOT, part), join(folder.path, part), { recursive: true })
      }
      const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> }
      const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
      const failed = await run('sh', ['-c', scripts[script]], { cwd: folder.path, env: { PATH } }).then(
        () => assert.fail('it ran'),
        (error: { code: number; stderr: string }) => error
      )
      assert.equal(failed.code, 1)
      assert.equal(
        failed.stderr,
        'The packages of Latchkey are not installed yet: run "npm ci" in this folder, then this again.\n'
      )
    })
})
