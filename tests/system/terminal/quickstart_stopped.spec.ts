import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import { startProgram } from '#tests/testkit/processes'
import { tempFolder } from '#tests/testkit/temp_folder'
import { until } from '#tests/testkit/wait'

/** contract#quickstart */
test.group('a quickstart that is stopped in its demo run', () => {
  test('says so, and what to do', async ({ assert }) => {
    await using folder = await tempFolder()
    const settings = { DATABASE_URL: databaseUrl(), DATA_DIR: folder.path, PORT: String(await freePort()) }
    const run = startProgram('bin/quickstart', [], { NODE_ENV: 'development', ...settings })
    await until('the demo run', () => run.output().includes('Serving on'), 60_000)
    run.child.kill('SIGINT')
    assert.equal(await run.ended, 0, run.output())
    assert.match(
      run.output(),
      /Stopped in the middle; "npm run quickstart" ends what was begun, and serves\n$/
    )
  })
    .tags(['@once'])
    .timeout(90_000)
})
