import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { startProgram } from '#tests/testkit/processes'
import { accepts, freePort } from '#kernel/net/free_port'
import { databaseUrl } from '#kernel/database/datastores'
import { until } from '#tests/testkit/wait'
import { call, createVendor } from '#tests/testkit/runtime'

type Seen = { status: number; connection: string | undefined; reused: boolean }

/** Makes one request over a connection that may have been used before. */
function ask(agent: Agent, base: string, path: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { agent }, (response) => {
      response.resume()
      const { connection } = response.headers
      resolve({ status: response.statusCode!, connection, reused: sent.reusedSocket })
    })
    sent.once('error', reject).end()
  })
}

/**
 * Sends the head of a sign-in and returns when the server has begun to handle it. `finish` sends the body and resolves
 * with the status.
 */
async function holdOpen(base: string) {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent = request(`${base}/v1/auth/login`, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject)
  })
  sent.flushHeaders()
  await Promise.race([once(sent, 'continue'), status])
  return {
    finish: () => {
      sent.end(body)
      return status
    },
  }
}

async function beginServer(env: Record<string, string>) {
  const port = await freePort()
  const settings = { DATABASE_URL: databaseUrl(), LOG_LEVEL: 'info', PORT: String(port), ...env }
  return { base: `http://127.0.0.1:${port}`, ...startProgram('bin/server', [], settings) }
}

async function startServer(env: Record<string, string>) {
  const running = await beginServer(env)
  const { base } = running
  await until(
    'the server',
    () =>
      fetch(`${base}/v1/status`).then(
        ({ ok }) => ok,
        () => false
      ),
    30_000
  )
  return running
}

test.group('an HTTP process that is told to stop', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('goes on answering for a while, asks clients to leave their connections, and ends', async ({
    assert,
    cleanup,
  }) => {
    const { base, child, output, ended } = await startServer({ DRAIN_SECONDS: '6', LOG_REQUESTS: 'true' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanup(() => {
      child.kill('SIGKILL')
      agent.destroy()
    })
    assert.equal((await ask(agent, base, '/v1/status')).connection, 'keep-alive')
    assert.isTrue((await ask(agent, base, '/v1/status?token=secret')).reused)
    child.kill('SIGTERM')
    const leaving = await until('an answer that closes', async () => {
      const seen = await ask(agent, base, '/v1/status')
      return seen.connection === 'close' && seen
    })
    assert.equal(leaving.status, 200)
    assert.equal((await ask(agent, base, '/v1/status')).status, 200, 'on a new connection')
    assert.equal(await ended, 0)
    assert.match(output(), /"path":"\/v1\/status/)
    assert.notInclude(output(), 'secret')
  }).timeout(60_000)

  test('does so from the moment at which it listens', async ({ assert, cleanup }) => {
    const { base, child, ended } = await beginServer({ DRAIN_SECONDS: '6' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanup(() => {
      child.kill('SIGKILL')
      agent.destroy()
    })
    // As soon as the port accepts connections, even if the start is not complete.
    while (!(await accepts(Number(new URL(base).port)))) await setImmediate()
    child.kill('SIGTERM')
    const leaving = await until('an answer that closes', async () => {
      const seen = await ask(agent, base, '/v1/status')
      return seen.connection === 'close' && seen
    })
    assert.equal(leaving.status, 200)
    assert.equal(await ended, 0)
  }).timeout(60_000)

  test('finishes its open requests although it is told so twice', async ({ assert, cleanup }) => {
    const { base, child, ended } = await startServer({ DRAIN_SECONDS: '0' })
    cleanup(() => void child.kill('SIGKILL'))
    const held = await holdOpen(base)
    child.kill('SIGTERM')
    await until('the closed port', async () => !(await accepts(Number(new URL(base).port))))
    child.kill('SIGINT')
    // Longer than a process that has closed everything may take to exit.
    assert.equal(await Promise.race([ended, delay(6000, 'still running')]), 'still running')
    assert.equal(await held.finish(), 401)
    assert.equal(await ended, 0)
  }).timeout(60_000)

  test('logs a runtime call that fails with its id, and once that it does not believe a proxy', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor()
    const { base, child, output } = await startServer({ SDK_SIGNING_REQUIRED: 'false' })
    cleanup(() => void child.kill('SIGKILL'))
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await fetch(`${base}/v1/status`, { headers: { 'x-forwarded-for': address } })
    }
    await db.rawQuery('alter table licenses rename to licenses_away')
    try {
      const headers = { 'x-request-id': 'find-me-in-the-log' }
      const body = { productId: vendor.productId, licenseKey: 'ANY' }
      assert.equal((await call(vendor, body, { base, headers })).status, 500)
      await until('the line', () => output().includes('find-me-in-the-log'))
    } finally {
      await db.rawQuery('alter table licenses_away rename to licenses')
    }
    assert.match(output(), /runtime call failed/)
    assert.lengthOf(output().match(/X-Forwarded-For of a peer that is not trusted/g) ?? [], 1)
  }).timeout(60_000)
})
