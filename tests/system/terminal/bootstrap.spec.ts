import { Readable } from 'node:stream'
import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { passwordFromInput } from '#terminal/read_password'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
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
