import { test } from '@japa/runner'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import type { Diagnosis } from '#system/doctor/diagnosis'
import { openPooler } from '#tests/testkit/pooler'
import { startProgram } from '#tests/testkit/processes'
import { ACCOUNT, startSmtp } from '#tests/testkit/smtp'

type Cleanup = (close: () => void) => void

/** Runs the doctor on this database, with the settings of the tests otherwise. */
async function examine(url: string, words: string[] = [], env: Record<string, string | undefined> = {}) {
  const { child, ended } = startProgram('bin/console', ['doctor', ...words], { ...env, DATABASE_URL: url })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]!.on('data', (text) => (said[stream] += text))
  }
  return { exitCode: await ended, ...said }
}

/** The findings by part. */
function findingsIn(stdout: string) {
  const { parts } = JSON.parse(stdout) as { parts: Diagnosis[] }
  return Object.fromEntries(parts.map(({ part, findings }) => [part, findings]))
}

const onPort = (port: number) => `postgres://somebody:not-to-be-shown@127.0.0.1:${port}/none`

/** A server that takes connections and never says anything. */
async function silentPort(cleanup: Cleanup): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test.group('the doctor without its database', (group) => {
  group.tap((one) => one.timeout(120_000))

  test('names the database and what to do when it is {0}, and examines what it can')
    .with([
      ['away', freePort, /ECONNREFUSED/],
      ['silent', silentPort, /^no answer to a new connection in time$/],
    ] as [string, (cleanup: Cleanup) => Promise<number>, RegExp][])
    .run(async ({ assert, cleanup }, [, openPort, cause]) => {
      await using mails = await startSmtp({ account: true })
      const { exitCode, stdout, stderr } = await examine(onPort(await openPort(cleanup)), ['--json'], {
        ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mails.port), SMTP_REQUIRE_TLS: 'false' },
        ...{ SMTP_USERNAME: ACCOUNT.username, SMTP_PASSWORD: ACCOUNT.password },
      })
      assert.equal(exitCode, 1, stderr)
      const found = findingsIn(stdout)
      const [database] = found.database
      assert.equal(database.status, 'problem')
      assert.match(database.found, cause)
      assert.equal(database.remedy, 'check DATABASE_URL and whether Postgres is up')
      for (const part of ['settings', 'files', 'mail']) assert.equal(found[part][0].status, 'ok', part)
      const queues = process.env.REDIS_URL ? 'ok' : 'warning'
      assert.equal(found.queues[0].status, queues, JSON.stringify(found.queues))
      for (const part of ['signing', 'webhooks', 'shops']) {
        assert.deepEqual(found[part], [
          {
            status: 'warning',
            found: 'cannot be examined without the database',
            remedy: 'run the doctor again once the database answers',
          },
        ])
      }
      assert.notInclude(stdout + stderr, 'not-to-be-shown')
    })

  test('examines everything at once, and says what it waits for', async ({ assert, cleanup }) => {
    const port = await silentPort(cleanup)
    const { exitCode, stdout, stderr } = await examine(onPort(port), [], {
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), REDIS_URL: undefined },
    })
    assert.equal(exitCode, 1, stderr)
    assert.match(stderr, /^waiting for database, queues, signing, webhooks, mail, shops \(.*\)$/m)
    assert.match(stdout, /^problem +database +no answer to a new connection in time$/m)
    assert.match(stdout, /^problem +mail /m)
    assert.notInclude(stdout + stderr, 'Acquire connection error')
  }).tags(['@once'])

  test('prints its table without a stack', async ({ assert }) => {
    const { exitCode, stdout, stderr } = await examine(onPort(await freePort()))
    assert.equal(exitCode, 1, stderr)
    assert.match(
      stdout,
      /problem +database +.*ECONNREFUSED.*\n +-> check DATABASE_URL and whether Postgres is up/
    )
    assert.match(stdout, /ok +files /)
    assert.notMatch(stdout + stderr, /\n +at /)
  })

  test('says that a pooler is none', async ({ assert, cleanup }) => {
    const pooler = await openPooler(databaseUrl(), 'refuses')
    cleanup(() => pooler.close())
    const { exitCode, stdout, stderr } = await examine(pooler.url, ['--json'])
    assert.equal(exitCode, 1, stderr)
    const [database] = findingsIn(stdout).database
    assert.include(database.found, 'it is a pooler such as PgBouncer')
    assert.equal(database.remedy, 'let DATABASE_URL name Postgres itself')
  }).tags(['@once'])
})
