import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import { startProgram } from '#tests/testkit/processes'

/** contract#settings, for the programs that a newcomer starts: `npm run quickstart` and `npm run dev`. */
test.group('a wrong setting of a first start is named', (group) => {
  group.tap((one) => one.timeout(60_000))

  test('DATA_DIR, without a database: {0} with {1}')
    .with([
      ['bin/quickstart', 'a-file'],
      ['bin/quickstart', 'a-file/below'],
      ['bin/dev', 'a-file'],
    ])
    .run(async ({ assert, cleanup }, [program, path]) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-trial-'))
      cleanup(() => rm(folder, { recursive: true }))
      await writeFile(join(folder, 'a-file'), '')
      const run = startProgram(program, [], {
        NODE_ENV: 'development',
        DATA_DIR: join(folder, path),
        DATABASE_URL: undefined,
        APP_KEY: undefined,
      })
      assert.equal(await run.ended, 1)
      assert.include(run.output(), `"DATA_DIR" must be a folder; ${join(folder, 'a-file')} is a file`)
      // No stack.
      assert.notMatch(run.output(), /\.[jt]s:\d+/)
    })

  test('HOST: {$self}')
    .with(['nowhere.invalid', '192.0.2.1'])
    .run(async ({ assert }, HOST) => {
      const settings = { DATABASE_URL: databaseUrl(), HOST, PORT: String(await freePort()) }
      const run = startProgram('bin/quickstart', ['--no-demo-run', '--exit'], settings)
      assert.equal(await run.ended, 1)
      assert.include(run.output(), `HOST ${HOST} is no address of this machine`)
    })
})
