import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import type { Diagnosis } from '#system/doctor/diagnosis'
import { startProgram } from '#tests/testkit/processes'
import { emptyDatabase } from '#tests/testkit/empty_database'

/** Whether the doctor, a command like any other, takes itself for a part of a production deployment. */
async function runsInProduction(env: Record<string, string | undefined>): Promise<boolean> {
  const { ended, output } = startProgram('bin/console', ['doctor', '--json'], {
    REDIS_URL: undefined,
    ...env,
  })
  await ended
  const line = output()
    .split('\n')
    .find((one) => one.startsWith('{"status"'))
  if (!line) throw new Error(output())
  const { parts } = JSON.parse(line) as { parts: Diagnosis[] }
  const { found } = parts.find(({ part }) => part === 'settings')!.findings[0]
  return !found.includes('not in production')
}

test.group('the NODE_ENV of a command', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(60_000))

  test('is production with the settings of a deployment, unless it is set', async ({ assert, cleanup }) => {
    const { href: DATABASE_URL } = await emptyDatabase(cleanup)
    const APP_KEY = randomBytes(32).toString('base64url')
    assert.isTrue(await runsInProduction({ DATABASE_URL, APP_KEY, NODE_ENV: undefined }))
    assert.isTrue(await runsInProduction({ DATABASE_URL, APP_KEY, NODE_ENV: '' }))
    assert.isFalse(await runsInProduction({ DATABASE_URL, APP_KEY, NODE_ENV: 'development' }))
  })
})
