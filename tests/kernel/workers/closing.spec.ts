import { test } from '@japa/runner'
import { startProgram } from '#tests/testkit/processes'
import { databaseUrl } from '#kernel/database/datastores'

test.group('a process that is told to stop while it starts', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('closes its queues, which only now connect, and its datastores', async ({ assert }) => {
    const settings = { DATABASE_URL: databaseUrl(), REDIS_URL: undefined }
    const { ended, output } = startProgram('tests/testkit/closes_while_connecting', [], settings)
    assert.equal(await ended, 0, output())
    assert.match(output(), /closed/)
  })
})
