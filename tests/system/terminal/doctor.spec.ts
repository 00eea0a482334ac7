import { test } from '@japa/runner'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DoctorCommand from '../../../commands/doctor.js'
import { mailDelivery, smtp } from '#config/mail'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import { freePort } from '#kernel/net/free_port'
import Queues from '#kernel/queues/queues'
import type { Diagnosis } from '#system/doctor/diagnosis'
import { runCommand } from '#tests/testkit/command'
import { emptyDatabase } from '#tests/testkit/empty_database'
import { startProgram } from '#tests/testkit/processes'
import { openS3 } from '#tests/testkit/s3_server'
import { ACCOUNT, startSmtp } from '#tests/testkit/smtp'

/** What the doctor finds in one part. */
async function findingsOf(part: string) {
  const { exitCode, answer } = await runCommand(DoctorCommand)
  const { findings } = (answer.parts as Diagnosis[]).find((one) => one.part === part)!
  return { exitCode, findings, status: answer.status as string }
}

/** Lets mail go to this server until the test ends. */
function sendThrough(port: number, pass: string, cleanup: (restore: () => void) => void) {
  const before = { way: mailDelivery.way, smtp: { ...smtp } }
  cleanup(() => {
    mailDelivery.way = before.way
    Object.assign(smtp, { auth: undefined }, before.smtp)
  })
  mailDelivery.way = 'smtp'
  Object.assign(smtp, { host: '127.0.0.1', port, auth: { type: 'login', user: ACCOUNT.username, pass } })
}

test.group('doctor', (group) => {
  group.tap((one) => one.timeout(60_000))

  test('a service that works has no problem but the worker that tests do not start', async ({ assert }) => {
    const { answer } = await runCommand(DoctorCommand)
    const parts = answer.parts as Diagnosis[]
    assert.sameMembers(
      parts.map(({ part }) => part),
      ['settings', 'database', 'queues', 'signing', 'webhooks', 'mail', 'files', 'shops']
    )
    for (const part of ['settings', 'database', 'signing', 'files']) {
      const { findings } = parts.find((one) => one.part === part)!
      assert.notInclude(
        findings.map(({ status }) => status),
        'problem',
        JSON.stringify(findings)
      )
      assert.equal(findings[0].status, 'ok')
    }
  })

  test('a paused queue is a warning that names the command', async ({ assert, cleanup }) => {
    const queue = (await app.container.make(Queues)).get('bulk')
    await queue.pause()
    cleanup(() => queue.resume())
    const { findings } = await findingsOf('queues')
    assert.deepInclude(findings, {
      status: 'warning',
      found: 'bulk is paused: its jobs wait',
      remedy: 'npm run ace -- queue:resume bulk',
    })
  })

  test('a mail server that accepts the account is well, and gets no mail', async ({ assert, cleanup }) => {
    await using server = await startSmtp({ account: true })
    sendThrough(server.port, ACCOUNT.password, cleanup)
    const { findings } = await findingsOf('mail')
    assert.deepInclude(findings, { status: 'ok', found: `127.0.0.1:${server.port} accepts the account` })
    assert.lengthOf(server.received, 0)
  }).tags(['@once'])

  test('a mail server that refuses the password is a problem, which names no secret', async ({
    assert,
    cleanup,
  }) => {
    await using server = await startSmtp({ account: true })
    sendThrough(server.port, 'not the password', cleanup)
    const { exitCode, status, findings } = await findingsOf('mail')
    assert.deepEqual([exitCode, status, findings[0].status], [1, 'problem', 'problem'])
    assert.include(findings[0].found, 'Invalid username or password')
    assert.include(findings[0].remedy, 'SMTP_')
    assert.notInclude(JSON.stringify(findings), 'not the password')
  }).tags(['@once'])

  test('a mail server that is away is a problem, and the other parts are examined', async ({
    assert,
    cleanup,
  }) => {
    sendThrough(await freePort(), ACCOUNT.password, cleanup)
    const { findings } = await findingsOf('mail')
    assert.containSubset(findings, [{ status: 'problem' }])
    assert.include(findings[0].found, 'ECONNREFUSED')
    assert.equal((await findingsOf('database')).findings[0].status, 'ok')
  }).tags(['@once'])

  test('files in a bucket need no DATA_DIR on this machine', async ({ assert }) => {
    await using s3 = await openS3()
    const none = join(tmpdir(), `latchkey-none-${randomBytes(6).toString('hex')}`)
    const env = { ...s3.env, DATABASE_URL: databaseUrl(), DATA_DIR: none }
    const { ended, output } = startProgram('bin/console', ['doctor', '--json'], env)
    await ended
    const { parts } = JSON.parse(output()) as { parts: Diagnosis[] }
    const { findings } = parts.find(({ part }) => part === 'files')!
    assert.deepEqual(findings, [{ status: 'ok', found: `the bucket ${s3.env.S3_BUCKET} can be written` }])
  }).tags(['@once'])

  test('an empty database is told about, and the doctor leaves it empty', async ({ assert, cleanup }) => {
    const url = await emptyDatabase(cleanup)
    const env = {
      DATABASE_URL: url.href,
      REDIS_URL: undefined,
      APP_KEY: randomBytes(32).toString('base64url'),
    }
    const run = () => startProgram('bin/console', ['doctor'], env)
    for (const { ended, output } of [run(), run()]) {
      assert.equal(await ended, 0, output())
      assert.match(output(), /warning +database +it is empty\n +-> start the service, or run: npm run ace/)
    }
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    cleanup(() => client.end())
    const { rows: tables } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
    assert.deepEqual(tables, [])
  }).tags(['@once'])
  test('the connections of all accounts are counted', async ({ assert, cleanup }) => {
    const url = await emptyDatabase(cleanup)
    const account = `latchkey_doctor_${randomBytes(6).toString('hex')}`
    const password = randomBytes(6).toString('hex')
    await rows(db.connection(), `create role ${account} login password '${password}'`)
    cleanup(() => rows(db.connection(), `drop role ${account}`).then(() => {}))
    const others = Array.from({ length: 12 }, () => new pg.Client({ connectionString: url.href }))
    await Promise.all(others.map((one) => one.connect()))
    cleanup(() => Promise.all(others.map((one) => one.end())).then(() => {}))

    Object.assign(url, { username: account, password })
    const { ended, output } = startProgram('bin/console', ['doctor'], {
      DATABASE_URL: url.href,
      REDIS_URL: undefined,
      APP_KEY: randomBytes(32).toString('base64url'),
    })
    assert.equal(await ended, 0, output())
    const [, counted] = /(\d+) of \d+ connections in use/.exec(output())!
    assert.isAbove(Number(counted), others.length)
  }).tags(['@once'])
})
