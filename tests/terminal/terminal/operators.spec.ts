import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Readable } from 'node:stream'
import LicensesShow from '../../../commands/licenses_show.js'
import OperationsList from '../../../commands/operations_list.js'
import OrgsList from '../../../commands/orgs_list.js'
import ProductsList from '../../../commands/products_list.js'
import QueuePause from '../../../commands/queue_pause.js'
import QueueResume from '../../../commands/queue_resume.js'
import QueueRetry from '../../../commands/queue_retry.js'
import QueueStatus from '../../../commands/queue_status.js'
import TotpDisable from '../../../commands/totp_disable.js'
import UserResetPassword from '../../../commands/user_reset_password.js'
import UsersList from '../../../commands/users_list.js'
import { passwordFromInput } from '#terminal/read_password'
import { databaseUrl } from '#kernel/database/datastores'
import { newId } from '#kernel/secrets/ids'
import Queues from '#kernel/queues/queues'
import { call } from '#tests/testkit/api'
import { runCommand as run, type Command } from '#tests/testkit/command'
import { failJob } from '#tests/testkit/failed_job'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { enableTotp } from '#tests/testkit/totp'
import { listed } from '#tests/testkit/long_list'

/** Like `runCommand`, but without `--json`. `said` are the words in the cells of its tables. */
async function runForPeople(command: Command, ...words: string[]) {
  ace.ui.switchMode('raw')
  const write = process.stdout.write
  process.stdout.write = () => true
  try {
    const created = await ace.create(command, words)
    await created.exec()
    const said = created.ui.logger.getLogs().flatMap(({ message }) => message.split(/[|\s]+/))
    return { exitCode: created.exitCode, said }
  } finally {
    process.stdout.write = write
    ace.ui.switchMode('normal')
  }
}

const login = (email: string, password: string) =>
  call('POST', '/v1/auth/login', { body: { email, password } })

test.group('commands that list', () => {
  test('orgs, products and users are found with what belongs to them', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 2)
    const org = (await run(OrgsList, `--search=${merchant.email}`)).answer
    assert.lengthOf(org, 1)
    assert.deepInclude(org[0], {
      id: merchant.orgId,
      owner: merchant.email,
      members: 1,
      products: 1,
      licenses: 2,
    })
    assert.match(org[0].createdAt, /Z$/)
    const products = (await run(ProductsList, `--org=${merchant.orgId}`)).answer
    assert.lengthOf(products, 1)
    assert.deepInclude(products[0], {
      id: merchant.productId,
      orgId: merchant.orgId,
      apiKeys: 0,
      licenses: 2,
    })
    const users = (await run(UsersList, `--search=${merchant.email.toUpperCase()}`)).answer
    assert.lengthOf(users, 1)
    assert.deepInclude(users[0], { id: merchant.userId, email: merchant.email, orgs: 1 })
    assert.notInclude(JSON.stringify(users), 'password')
    assert.lengthOf((await run(UsersList, '--limit=1')).answer, 1)
    assert.deepEqual((await run(OrgsList, `--search=${newId()}`)).answer, [])
    for (const command of [OrgsList, ProductsList, UsersList] as Command[]) {
      assert.equal((await runForPeople(command, '--limit=2')).exitCode, 0)
    }
  })

  test('a license is shown by its key, of one product or of all', async ({ assert }) => {
    const [one, other] = [await createMerchant(), await createMerchant()]
    const key = `SHOW-${newId()}`
    for (const { productId, orgId, token } of [one, other]) {
      const body = { productId, key }
      const made = await call('POST', `/v1/dashboard/orgs/${orgId}/licenses`, { token, body })
      assert.equal(made.status, 201)
    }
    const both = (await run(LicensesShow, key)).answer
    assert.lengthOf(both, 2)
    const [license] = (await run(LicensesShow, key, `--product=${one.productId}`)).answer
    assert.deepInclude(license, { key, productId: one.productId, frozen: false })
    assert.equal(license.events[0].type, 'license.created')
    const { said } = await runForPeople(LicensesShow, key)
    assert.includeMembers(said, ['effectivePolicy.hwidMode', 'hwids', 'license.created'])
  })

  test('what is not there, or is none, ends with exit code 1 and says so')
    .with([
      [LicensesShow, ['NO-SUCH-KEY'], 'LICENSE_NOT_FOUND'],
      [LicensesShow, ['A', '--product=x'], 'VALIDATION_ERROR'],
      [ProductsList, ['--org=x'], 'VALIDATION_ERROR'],
      [ProductsList, [`--org=${newId()}`], 'ORG_NOT_FOUND'],
      [OperationsList, [`--org=${newId()}`], 'ORG_NOT_FOUND'],
      [OrgsList, ['--limit=0'], 'VALIDATION_ERROR'],
      [UserResetPassword, ['nobody@example.com'], 'USER_NOT_FOUND'],
      [TotpDisable, ['nobody@example.com'], 'USER_NOT_FOUND'],
      [QueuePause, ['nothing'], 'VALIDATION_ERROR'],
      [QueueResume, ['nothing'], 'VALIDATION_ERROR'],
      [QueueRetry, ['nothing'], 'VALIDATION_ERROR'],
    ] as [Command, string[], string][])
    .run(async ({ assert }, [command, words, code]) => {
      const { exitCode, answer } = await run(command, ...words)
      assert.equal(exitCode, 1)
      assert.equal(answer.error.code, code)
      assert.equal((await runForPeople(command, ...words)).exitCode, 1)
    })
})

test.group('commands for who is locked out', () => {
  test('user:reset-password gives a password that works, and ends what was signed in', async ({ assert }) => {
    const { email } = await createMerchant()
    const before = (await login(email, PASSWORD)).body.data.tokens
    const { exitCode, answer } = await run(UserResetPassword, email.toUpperCase())
    assert.equal(exitCode, 0)
    assert.equal((await login(email, PASSWORD)).status, 401)
    assert.equal((await login(email, answer.password)).status, 200)
    const refreshed = await call('POST', '/v1/auth/refresh', { body: { refreshToken: before.refreshToken } })
    assert.equal(refreshed.status, 401)
  })

  test('user:reset-password takes one from standard input, and prints none then', async ({ assert }) => {
    const { email } = await createMerchant()
    const words = ['user:reset-password', email, '--password-stdin', '--json']
    const program = startProgram('bin/console', words, { DATABASE_URL: databaseUrl() })
    program.child.stdin!.end('an entirely new passphrase\n')
    assert.equal(await program.ended, 0, program.output())
    assert.notInclude(program.output(), 'passphrase')
    assert.equal((await login(email, 'an entirely new passphrase')).status, 200)
    await assert.rejects(() => passwordFromInput(Readable.from([])), /standard input/)
  })
    .tags(['@once'])
    .timeout(60_000)

  test('totp:disable turns the second factor off, once', async ({ assert }) => {
    const merchant = await createMerchant()
    await enableTotp(merchant)
    assert.isTrue((await login(merchant.email, PASSWORD)).body.data.requires2FA)
    assert.equal((await run(TotpDisable, merchant.email)).exitCode, 0)
    assert.isString((await login(merchant.email, PASSWORD)).body.data.tokens.accessToken)
    const again = await run(TotpDisable, merchant.email)
    assert.equal(again.exitCode, 1)
    assert.equal(again.answer.error.code, 'CONFLICT')
  })
})

test.group('commands of the queues', (group) => {
  group.each.teardown(async () => {
    const queues = await app.container.make(Queues)
    await queues.get('mail').resume()
  })

  test('a queue is paused and resumed, and queue:status shows it', async ({ assert }) => {
    const mail = async () => (await run(QueueStatus)).answer.queues.mail
    assert.isFalse((await mail()).paused)
    assert.deepEqual((await run(QueuePause, 'mail')).answer, { queues: ['mail'], paused: true })
    assert.isTrue((await mail()).paused)
    const queues = await app.container.make(Queues)
    for (const priority of [0, 0, 7, 7]) await queues.dispatch('mail.send', {}, { priority })
    // Workers of other tests may have left scheduled jobs there.
    const waiting = await queues.get('mail').getJobs(['waiting', 'prioritized'])
    const seen = await mail()
    assert.equal(seen.waiting + seen.prioritized, waiting.length)
    assert.isAtLeast(waiting.length, 4)
    assert.equal(Date.parse(seen.oldestWaiting), Math.min(...waiting.map(({ timestamp }) => timestamp)))
    assert.equal((await runForPeople(QueueStatus)).exitCode, 0)
    assert.deepEqual((await run(QueueResume, 'mail')).answer, { queues: ['mail'], paused: false })
    assert.isFalse((await mail()).paused)
  })

  test('failed jobs are retried, of one queue or of all', async ({ assert, cleanup }) => {
    const queues = await app.container.make(Queues)
    const mail = queues.get('mail')
    const id = await failJob('mail', 'mail.send')
    cleanup(async () => void (await mail.remove(id)))
    const { exitCode, answer } = await run(QueueRetry, 'mail')
    assert.equal(exitCode, 0)
    assert.isAtLeast(answer.retried.mail, 1)
    assert.notEqual(await (await mail.getJob(id))!.getState(), 'failed')
    assert.includeMembers(Object.keys((await run(QueueRetry, 'all')).answer.retried), ['bulk', 'webhooks'])
  })
})

test.group('operations:show --all', () => {
  test('prints every item', async ({ assert }) => {
    const { default: OperationsShow } = await import('../../../commands/operations_show.js')
    const { default: StartBulkChange } = await import('#operations/actions/start_bulk_change')
    const { runToEnd } = await import('#tests/testkit/operations')
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const start = await app.container.make(StartBulkChange)
    const licenseIds = Array.from({ length: 60 }, () => newId())
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    await runToEnd(id)
    assert.lengthOf((await run(OperationsShow, id)).answer.items, 50)
    assert.lengthOf((await run(OperationsShow, id, '--all')).answer.items, 60)
  })
})
