import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { startProgram } from '#tests/testkit/processes'
import { openTestDatabases } from '#tests/testkit/test_databases'

test.group('migration:run', (group) => {
  // Nothing in here depends on where the queues live.
  group.tap((one) => one.tags(['@once']).timeout(120_000))

  test('brings an empty database up to date in production without a question, and again; nothing wipes it there', async ({
    assert,
    cleanup,
  }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: await databases.create(),
      REDIS_URL: undefined,
      APP_KEY: randomBytes(32).toString('base64url'),
    }
    const run = (...words: string[]) => startProgram('bin/console', ['migration:run', ...words], env)
    const first = run()
    assert.equal(await first.ended, 0, first.output())
    assert.match(first.output(), /The schema is up to date: \d+, up to \d+_\w+/)
    const [second, third] = [run('--json'), run('--json')]
    for (const { ended, output } of [second, third]) {
      assert.equal(await ended, 0, output())
      assert.match(JSON.parse(output()).migrations, /^\d+, up to /)
    }
    const wipe = startProgram('bin/console', ['db:wipe', '--force'], env)
    assert.equal(await wipe.ended, 1)
    assert.include(wipe.output(), 'db:wipe deletes what the database holds')
  })

  test('says which database it cannot reach', async ({ assert }) => {
    const run = startProgram('bin/console', ['migration:run', '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      REDIS_URL: undefined,
    })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), '"code":"DATABASE_ERROR"')
  })
})
