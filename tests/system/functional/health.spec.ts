import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import GrantAdmin from '#accounts/actions/grant_admin'
import { CONNECTIONS } from '#kernel/database/connections'
import { databaseUrl } from '#kernel/database/datastores'
import { firstRow, rows } from '#kernel/database/sql'
import { freePort } from '#kernel/net/free_port'
import queueConfig from '#config/queue'
import Queues from '#kernel/queues/queues'
import { markReady, markStopping } from '#http/readiness'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import OwnRedis from '#tests/testkit/own_redis'
import { startProgram } from '#tests/testkit/processes'
import { startServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

type Check = { status: string; latencyMs?: number; cause?: string }
type Health = { status: string; checks: Record<string, Check> }

async function health(base = BASE, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/health`, { headers })
  return { status: response.status, body: (await response.json()) as Health }
}

/** The header that a proxy on this machine adds, which makes the caller another machine. */
const THROUGH_PROXY = { 'x-forwarded-for': '203.0.113.7' }

/** The reason why no mail is sent in production with the given settings. */
const NO_WAY = 'no mail can be sent: set SMTP_HOST, or MAIL_TO_LOG=true to have mail in the log'

test.group('health', () => {
  test('says how the stores, the files, the mails and the signing are', async ({ assert }) => {
    // The first check of a process loads the code of the queues, which may take longer than a check has.
    await until('the service to be well', async () => (await health()).status === 200)
    const { status, body } = await health()
    assert.equal(status, 200, JSON.stringify(body))
    assert.includeMembers(Object.keys(body.checks), ['postgres', 'queues', 'drive', 'mail', 'signing'])
    assert.equal(body.checks.postgres.status, 'ok')
    assert.equal(body.checks.signing.status, 'ok')
    assert.isNumber(body.checks.postgres.latencyMs)
  })

  test('a paused queue degrades it, and only operators are shown why', async ({ assert }) => {
    const queues = await app.container.make(Queues)
    const merchant = await createMerchant()
    await new GrantAdmin().execute(merchant.email, true)
    const admin = { ...THROUGH_PROXY, authorization: `Bearer ${merchant.token}` }
    const other = { ...THROUGH_PROXY, authorization: `Bearer ${(await createMerchant()).token}` }
    await queues.get('mail').pause()
    try {
      await until('the pause to show', async () => (await health()).body.status === 'degraded')
      const local = await health()
      assert.equal(local.status, 200)
      assert.match(local.body.checks.queues.cause ?? '', /paused: mail/)
      assert.match((await health(BASE, admin)).body.checks.queues.cause ?? '', /paused: mail/)
      for (const headers of [THROUGH_PROXY, other]) {
        const { body } = await health(BASE, headers)
        assert.equal(body.checks.queues.status, 'degraded')
        assert.notProperty(body.checks.queues, 'cause')
      }
    } finally {
      await queues.get('mail').resume()
    }
    await until('the resumption to show', async () => (await health()).body.checks.queues.status === 'ok')
  })

  test('live answers always, ready only while the process wants requests', async ({ assert }) => {
    const ask = async (path: string) => (await fetch(`${BASE}/health/${path}`)).status
    try {
      markReady()
      assert.deepEqual([await ask('live'), await ask('ready')], [200, 200])
      markStopping()
      assert.deepEqual([await ask('live'), await ask('ready')], [200, 503])
    } finally {
      markReady()
    }
  })
})

test.group('health of other processes', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('names what is wrong with a store and with the disk, in the log once', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-health-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'files'), 'a file where the folder of the files would be')
    const server = await startServer({
      REDIS_URL: 'redis://127.0.0.1:1',
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
    })
    cleanup(() => server.kill('SIGKILL'))
    const drive = async () => (await health(server.base)).body.checks.drive
    await until('the test of the disk', async () => (await drive()).status === 'degraded')
    const { status, body } = await health(server.base)
    assert.equal(status, 503)
    assert.equal(body.status, 'error')
    assert.match(body.checks.drive.cause ?? '', /ENOTDIR|EEXIST/)
    assert.deepInclude(body.checks.queues, { status: 'down' })
    assert.match(body.checks.queues.cause ?? '', /ECONNREFUSED/)
    assert.equal((await fetch(`${server.base}/health/live`)).status, 200)
    assert.equal((await fetch(`${server.base}/health/ready`)).status, 503)
    const told = () => server.output().split('\n')
    // A process writes its log in the background, so a line may arrive after the answer that it is about.
    await until('the log', () => told().some((line) => line.includes('queues is down')))
    const lines = told()
    assert.lengthOf(
      lines.filter((line) => line.includes('queues is down')),
      1
    )
    assert.lengthOf(
      lines.filter((line) => line.includes('The HTTP server of Latchkey')),
      1
    )
  }).timeout(90_000)

  test('names a Redis that wants a password, a provider that lacks a setting and mail that goes nowhere', async ({
    assert,
    cleanup,
  }) => {
    const redis = (await OwnRedis.open())!
    cleanup(() => redis.kill())
    await redis.requirePassword()
    const server = await startServer({
      NODE_ENV: 'production',
      REDIS_URL: redis.url,
      OAUTH_PROVIDERS: 'github',
      SMTP_HOST: undefined,
      LOG_LEVEL: 'warn',
    })
    cleanup(() => server.kill('SIGKILL'))
    await until('the cause', async () =>
      /NOAUTH/.test((await health(server.base)).body.checks.queues.cause ?? '')
    )
    const { status, body } = await health(server.base)
    assert.equal(status, 503)
    assert.equal(body.checks.mail.status, 'degraded')
    assert.equal(body.checks.mail.cause, NO_WAY)
    // The server answers before it has logged its start.
    const warned = () => server.output().includes('OAUTH_PROVIDERS names github, and it is not offered')
    await until('the warning', warned, 30_000).catch(() => assert.fail(server.output()))
  })
    .skip(!OwnRedis.isThere(), 'no redis-server on the PATH')
    .timeout(90_000)

  test('mail that was asked to go to the log is on its way, and the start says so in one line', async ({
    assert,
    cleanup,
  }) => {
    const server = await startServer({
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'info' },
      ...{ SMTP_HOST: undefined, MAIL_TO_LOG: 'true' },
    })
    cleanup(() => server.kill('SIGKILL'))
    assert.notEqual((await health(server.base)).body.checks.mail.cause, NO_WAY)
    const line = await until('the line of the start', () =>
      server
        .output()
        .split('\n')
        .find((one) => one.includes('The HTTP server of Latchkey'))
    )
    const facts = JSON.parse(line) as Record<string, string>
    assert.containSubset(facts, { database: 'DATABASE_URL', queues: queueConfig.backend })
    assert.include(facts.mail, 'SMTP_HOST is not set')
    for (const fact of ['version', 'migrations', 'appUrl', 'signingKeys']) assert.exists(facts[fact], fact)
  }).timeout(90_000)

  test('a server has opened its connections before it answers anybody', async ({ assert, cleanup }) => {
    const begun = await firstRow<{ at: Date }>(db.connection(), 'select clock_timestamp() as at')
    const server = await startServer()
    cleanup(() => server.kill('SIGKILL'))
    const opened = await rows(
      db.connection(),
      `select from pg_stat_activity where datname = current_database() and application_name = ? and backend_start > ?`,
      [CONNECTIONS.authorize.name, begun!.at]
    )
    assert.isAtLeast(opened.length, CONNECTIONS.authorize.most)
  }).timeout(60_000)

  test('a worker answers orchestrators on WORKER_HEALTH_PORT', async ({ assert, cleanup }) => {
    const port = await freePort()
    const worker = startProgram('bin/console', ['queue:work', '--queues=mail'], {
      DATABASE_URL: databaseUrl(),
      WORKER_HEALTH_PORT: String(port),
    })
    cleanup(() => void worker.child.kill('SIGKILL'))
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}/health/${path}`).then(
        ({ status }) => status,
        () => 0
      )
    await until('the worker', async () => (await ask('ready')) === 200, 60_000)
    assert.equal(await ask('live'), 200)
    assert.equal(await ask('else'), 404)
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0, worker.output())
  }).timeout(90_000)
})
