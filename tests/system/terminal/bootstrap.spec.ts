import { Readable } from 'node:stream'
import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import Bootstrap from '../../../commands/bootstrap.js'
import { passwordFromInput } from '#terminal/read_password'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { runCommand } from '#tests/testkit/command'
import { startProgram } from '#tests/testkit/processes'

test.group('bootstrap', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('takes the password from standard input, where no history keeps it', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const words = ['bootstrap', `--email=${email}`, '--password-stdin', '--json']
    const run = startProgram('bin/console', words, { DATABASE_URL: databaseUrl() })
    run.child.stdin!.end('nine lives of a cat\n')
    assert.equal(await run.ended, 0, run.output())
    const user = await firstRow<{ hash: string }>(
      db.connection(),
      'select password_hash as hash from users where email = ?',
      [email]
    )
    assert.isTrue(await hash.verify(user!.hash, 'nine lives of a cat'))
  }).timeout(60_000)

  test('refuses what the API would refuse, with the code of the refusal', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const refused = async (...words: string[]) => {
      const { exitCode, answer } = await runCommand(Bootstrap, `--email=${email}`, ...words)
      assert.equal(exitCode, 1)
      return [answer.error.code, answer.error.message]
    }
    for (const [word, message] of [
      ['--email=admin@localhost', /^--email: /],
      ['--email=jane', /^--email: /],
      ['--org= ', /^--org: /],
      [`--org=${'x'.repeat(500)}`, /^--org: /],
      ['--product= ', /^--product: name must have 1 to 200 characters$/],
      ['--plan=gold', /^--plan is one of free, /],
      ['--password=short', /^The password must have 10 to 128 characters$/],
    ] as const) {
      const [code, said] = await refused(word)
      assert.equal(code, 'VALIDATION_ERROR')
      assert.match(said, message)
    }
    const made = await runCommand(Bootstrap, `--email=${email.toUpperCase()}`, '--org= Acme ')
    assert.equal(made.exitCode, 0)
    const org = await firstRow(db.connection(), 'select name from orgs where id = ?', [made.answer.orgId])
    assert.deepEqual(org, { name: 'Acme' })
    const [code, said] = await refused()
    assert.equal(code, 'CONFLICT')
    assert.match(said, /has an account already: use another address/)
  }).timeout(60_000)

  test('says that nothing came on standard input', async ({ assert }) => {
    for (const nothing of [[], ['\n'], ['\r\n']]) {
      await assert.rejects(
        () => passwordFromInput(Readable.from(nothing)),
        /found no password on standard input/
      )
    }
    assert.equal(await passwordFromInput(Readable.from([' a cat \r\n'])), ' a cat ')
  })
})
