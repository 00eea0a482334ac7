import { readdir } from 'node:fs/promises'
import kernel from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import ApiKeyIssue from '../../../commands/api_key_issue.js'
import LicensesImport from '../../../commands/licenses_import.js'
import OperationsShow from '../../../commands/operations_show.js'
import { fileOf, getMetaData } from '#terminal/own_commands'
import { problemOf } from '#terminal/problems'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import { runCommand, type Command } from '#tests/testkit/command'
import { emptyDatabase } from '#tests/testkit/empty_database'
import { startProgram } from '#tests/testkit/processes'

const ace = (...words: string[]) => startProgram('bin/console', words, { DATABASE_URL: databaseUrl() })

/** The error that Ace throws for words that are not a valid call of the command; the kernel renders it. */
async function refusal(command: Command, ...words: string[]): Promise<unknown> {
  return kernel.create(command, [...words, '--json']).then(
    (created) => created.exec().then(() => created.error),
    (error: unknown) => error
  )
}

/** The error that a program printed as JSON. */
function errorIn(output: string): { code: string; message: string } {
  const line = output.split('\n').find((one) => one.startsWith('{"error"'))
  if (!line) throw new Error(`No error in JSON: ${output}`)
  return JSON.parse(line).error
}

test.group('command line', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('the file of a command has its name, so that it is found without reading the others', async ({
    assert,
  }) => {
    const files = await readdir(new URL('../../../commands/', import.meta.url))
    for (const file of files.filter((name) => /\.[jt]s$/.test(name))) {
      const { default: command } = await import(`../../../commands/${file.replace('.ts', '.js')}`)
      assert.equal(fileOf(command.commandName), file.replace(/\.[jt]s$/, ''))
      const [metaData] = await getMetaData([command.commandName, '--json'])
      assert.equal(metaData.commandName, command.commandName)
      const [help] = await getMetaData([command.commandName, '--help'])
      assert.isFalse(help.options.startApp, 'the help needs no database')
    }
    assert.deepEqual(await getMetaData(['build']), [])
    assert.deepEqual(await getMetaData(['../commands/bootstrap']), [])
  })

  test('a command whose output nobody reads any more ends without a stack', async ({ assert }) => {
    const list = ace('list')
    list.child.stdout!.destroy()
    assert.equal(await list.ended, 141)
    assert.equal(list.output(), '')
  }).timeout(60_000)

  test('list shows the commands of the service, and with --all those of the framework', async ({
    assert,
  }) => {
    const [own, all] = [ace('list'), ace('list', '--all')]
    assert.equal(await own.ended, 0)
    assert.include(own.output(), 'licenses:import')
    assert.notMatch(own.output(), /db:wipe|make:|migration:fresh/)
    assert.equal(await all.ended, 0)
    for (const name of ['licenses:import', 'migration:fresh', 'db:wipe']) assert.include(all.output(), name)
  }).timeout(60_000)

  test('with --json every error is a JSON object on standard error', async ({ assert }) => {
    const refused = await runCommand(OperationsShow, 'x')
    assert.equal(refused.exitCode, 1)
    assert.equal(refused.answer.error.code, 'VALIDATION_ERROR')
    assert.isString(refused.answer.error.message)
    assert.equal(problemOf(await refusal(OperationsShow))?.code, 'BAD_REQUEST')
    const run = ace('operations:show', newId(), '--frobnicate', '--json')
    assert.equal(await run.ended, 1)
    const error = errorIn(run.output())
    assert.equal(error.code, 'BAD_REQUEST')
    assert.isString(error.message)
  }).timeout(60_000)

  test('a word too many is refused and named, so that of two ids none is forgotten', async ({ assert }) => {
    const [first, second] = [newId(), newId()]
    const two = ace('operations:cancel', first, second, '--json')
    assert.equal(await two.ended, 1)
    const error = errorIn(two.output())
    assert.equal(error.code, 'BAD_REQUEST')
    assert.include(error.message, second)
    const one = ace('operations:cancel', first, '--json')
    assert.equal(await one.ended, 1)
    assert.equal(errorIn(one.output()).code, 'NOT_FOUND')
  }).timeout(60_000)

  test('a wrong setting and a database that is away are JSON too', async ({ assert }) => {
    const words = ['operations:list', '--json']
    const setting = startProgram('bin/console', words, { PORT: '99999' })
    const away = startProgram('bin/console', words, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(await setting.ended, 1)
    assert.match(errorIn(setting.output()).message, /"PORT" must be a port/)
    assert.equal(await away.ended, 1)
    assert.equal(errorIn(away.output()).code, 'DATABASE_ERROR')
  }).timeout(60_000)

  test('a database without tables is told how it gets them', async ({ assert, cleanup }) => {
    const url = await emptyDatabase(cleanup)
    const env = { DATABASE_URL: url.href, REDIS_URL: undefined }
    const list = (...words: string[]) => startProgram('bin/console', ['operations:list', ...words], env)
    const [plain, json] = [list(), list('--json')]
    assert.equal(await json.ended, 1)
    const error = errorIn(json.output())
    assert.equal(error.code, 'DATABASE_ERROR')
    assert.include(error.message, 'npm run ace -- migration:run')
    assert.equal(await plain.ended, 1)
    assert.include(plain.output(), error.message)
    assert.notMatch(plain.output(), /\n +at /)
  }).timeout(60_000)

  test('a database without the tables of the queues too', async ({ assert, cleanup }) => {
    const url = await emptyDatabase(cleanup)
    const run = startProgram('bin/console', ['queue:pause', 'bulk', '--json'], {
      DATABASE_URL: url.href,
      REDIS_URL: undefined,
    })
    assert.equal(await run.ended, 1)
    const { error } = JSON.parse(run.output()) as { error: { code: string; message: string } }
    assert.equal(error.code, 'DATABASE_ERROR')
    assert.include(error.message, 'npm run ace -- migration:run')
  }).timeout(60_000)

  test('an id or a permission that is wrong is named as it was typed', async ({ assert }) => {
    const words = [newId(), '--permission=license:read,license:frobnicate']
    const permission = await runCommand(ApiKeyIssue, ...words)
    assert.equal(permission.exitCode, 1)
    assert.include(permission.answer.error.message, '"license:frobnicate"')
    const none = await runCommand(ApiKeyIssue, newId())
    assert.equal(none.exitCode, 1)
    assert.equal(none.answer.error.code, 'VALIDATION_ERROR')
    assert.match(none.answer.error.message, /^Set --permission to one or more of .*license:read, /)
    const product = await runCommand(LicensesImport, 'file.csv')
    assert.equal(product.exitCode, 1)
    assert.include(product.answer.error.message, '--product')
  })
})

test.group('a start that fails', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('is one JSON line in production and one plain line elsewhere', async ({ assert }) => {
    for (const NODE_ENV of ['production', 'development']) {
      const run = startProgram('bin/server', [], { NODE_ENV, PORT: '99999' })
      assert.equal(await run.ended, 1)
      const lines = run.output().trim().split('\n')
      assert.lengthOf(lines, 1, run.output())
      assert.notInclude(lines[0], '\u001b')
      assert.include(lines[0], 'must be a port')
      if (NODE_ENV === 'production') assert.equal(JSON.parse(lines[0]).level, 60)
    }
  }).timeout(60_000)
})
