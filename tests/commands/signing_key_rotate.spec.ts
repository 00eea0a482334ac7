import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { databaseUrl } from '#services/datastores'
import { firstRow } from '#services/sql'
import { startProgram } from '#tests/support/processes'

async function rotate(...flags: string[]) {
  const { ended, output } = startProgram('bin/console', ['signing-key:rotate', ...flags], {
    DATABASE_URL: databaseUrl(),
  })
  return { code: await ended, output: output() }
}

test.group('ace signing-key:rotate', () => {
  test('makes a key that signs after the overlap, and prints it', async ({ assert }) => {
    const before = Date.now()
    const { code, output } = await rotate('--overlap=60', '--json')
    assert.equal(code, 0)
    const { kid, signsFrom } = JSON.parse(output.match(/\{.*\}/)![0]) as { kid: string; signsFrom: string }
    const stored = await firstRow<{ signsFrom: Date; sealed: string }>(
      db.connection(),
      'select signs_from as "signsFrom", sealed_private_key as sealed from signing_keys where kid = ?',
      [kid]
    )
    assert.equal(stored!.signsFrom.toISOString(), signsFrom)
    assert.isAtLeast(Date.parse(signsFrom), before + 60_000)
    assert.notMatch(stored!.sealed, /^MC4CAQAwBQYDK2Vw/)
    assert.notInclude(output, stored!.sealed)
  })

  test('refuses an overlap in which not every server would learn of the key', async ({ assert }) => {
    const { code, output } = await rotate('--overlap=5')
    assert.equal(code, 1)
    assert.include(output, '--overlap takes 30 to 604800 seconds')
  })

  test('explains itself', async ({ assert }) => {
    const { code, output } = await rotate('--help')
    assert.equal(code, 0)
    assert.include(output, 'signing-key:rotate --overlap=3600 --json')
  })
})
