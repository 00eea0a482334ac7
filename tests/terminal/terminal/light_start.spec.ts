import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { programArgs, start } from '#tests/testkit/processes'

/** The modules that a command has loaded when it ends, of those that cost the most. */
async function heavyModulesOf(...words: string[]): Promise<string[]> {
  const args = [...programArgs('bin/console', 'tests/testkit/loaded_modules'), ...words]
  const { ended, output } = start(args, { DATABASE_URL: databaseUrl(), LOG_LEVEL: 'silent' })
  if ((await ended) !== 0) throw new Error(output())
  const { loaded } = JSON.parse(/^\{"loaded":.*\}$/m.exec(output())![0]) as { loaded: string[] }
  const heavy = { routes: /\/start\/routes\./, bullmq: /\/node_modules\/bullmq\// }
  return Object.entries(heavy).flatMap(([name, pattern]) =>
    loaded.some((one) => pattern.test(one)) ? [name] : []
  )
}

test.group('the start of a command', () => {
  test('loads routes and queues only if it uses them: {0}')
    .with([
      ['users:list', []],
      ['operations:list', ['routes']],
      ['queue:status', ['bullmq']],
    ] as [string, string[]][])
    .run(async ({ assert }, [command, expected]) => {
      assert.deepEqual(await heavyModulesOf(command, '--json'), expected)
    })
    .tags(['@once'])
    .timeout(60_000)
})
