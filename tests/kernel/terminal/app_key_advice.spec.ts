import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { startProgram } from '#tests/testkit/processes'
import { openTestDatabases } from '#tests/testkit/test_databases'

/** docs/operating/keys.md, "Changing the key": what an older key has signed is valid for up to an hour. */
test.group('app-key:rotate', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((one) => one.tags(['@once']).timeout(60_000))

  test('says that an older key is needed for another hour, and for what', async ({ assert, cleanup }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const [older, newer] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const { ended, output } = startProgram('bin/console', ['app-key:rotate'], {
      DATABASE_URL: await databases.create(),
      REDIS_URL: undefined,
      APP_KEY: undefined,
      APP_KEYS: `${newer},${older}`,
    })
    assert.equal(await ended, 0, output())
    const said = output().replaceAll(/\s+/g, ' ')
    assert.include(said, 'Every secret is sealed with the newest key')
    assert.include(said, 'Remove older keys an hour after the last process began to sign with it')
    assert.include(said, 'access tokens (15 minutes) and links to files (an hour)')
  })
})
