import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { queueNames } from '#config/queue'
import { databaseUrl } from '#kernel/database/datastores'
import { lockWaits } from '#tests/testkit/lock_waits'
import { createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { startServer } from '#tests/testkit/servers'
import { proxyBefore } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'
import { killWorker, startWorker } from '#tests/testkit/worker_process'

const redisUrl = process.env.REDIS_URL

/** The Redis of this pass behind a proxy, and the settings of a process that uses it. */
async function proxied(cleanup: (close: () => Promise<void>) => void) {
  const { url, proxy } = await proxyBefore(redisUrl!, 6379)
  cleanup(() => proxy.close())
  return { redis: proxy, settings: { REDIS_URL: url } }
}

/** Its connections are open, but nobody answers, not even a farewell. */
test.group('a process whose Redis has fallen silent', (group) => {
  group.tap((one) => one.skip(!redisUrl, 'there is no Redis in this pass').timeout(60_000))

  test('ends in order: an HTTP process that has counted attempts', async ({ assert, cleanup }) => {
    const { redis, settings } = await proxied(cleanup)
    const server = await startServer({ ...settings, LOGIN_LIMIT_PER_15_MIN: '10', LOG_LEVEL: 'warn' })
    cleanup(() => server.kill('SIGKILL'))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' })
    assert.equal((await fetch(`${server.base}/v1/auth/login`, { method: 'POST', headers, body })).status, 401)
    redis.pause()
    await server.kill('SIGTERM')
    assert.equal(server.child.exitCode, 0, server.output())
  })

  test('ends in order: a worker', async ({ assert, cleanup }) => {
    const { redis, settings } = await proxied(cleanup)
    const worker = await startWorker({ ...settings, LOG_LEVEL: 'warn' })
    cleanup(() => killWorker(worker))
    redis.pause()
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0, worker.output())
  })

  test('ends in order: a worker that cannot connect to it again', async ({ assert, cleanup }) => {
    const { redis, settings } = await proxied(cleanup)
    const worker = await startWorker({ ...settings, LOG_LEVEL: 'warn' }, [...queueNames])
    cleanup(() => killWorker(worker))
    await redis.cut()
    worker.child.kill('SIGTERM')
    assert.equal(await worker.ended, 0, worker.output())
  })

  test('ends in order: a command that has done what it was told', async ({ assert, cleanup }) => {
    const { redis, settings } = await proxied(cleanup)
    redis.pause()
    const { email } = await createMerchant()
    const env = {
      DATABASE_URL: databaseUrl(),
      TOTP_LIMIT_PER_15_MIN: '10',
      LOGIN_LIMIT_PER_15_MIN: '10',
      ...settings,
    }
    const command = startProgram('bin/console', ['user:reset-password', email], env)
    assert.equal(await command.ended, 0, command.output())
    assert.include(command.output(), 'has a new password')
  })
})

test.group('a command', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(60_000))

  test('ends although its Postgres falls silent at its end', async ({ assert, cleanup }) => {
    const { url, proxy } = await proxyBefore(databaseUrl(), 5432)
    cleanup(() => proxy.close())
    const { email } = await createMerchant()
    const command = startProgram('bin/console', ['users:list', `--search=${email}`], { DATABASE_URL: url })
    cleanup(() => void command.child.kill('SIGKILL'))
    command.child.stdout!.once('data', () => proxy.pause())
    assert.equal(await command.ended, 0, command.output())
  })

  test('says nothing if it is interrupted while it waits for a connection', async ({ assert, cleanup }) => {
    const { url, proxy } = await proxyBefore(databaseUrl(), 5432)
    cleanup(() => proxy.close())
    const command = startProgram('bin/console', ['users:list'], {
      DATABASE_URL: url,
      NODE_ENV: 'production',
      APP_KEY: 'a key of the tests and of nothing else',
    })
    cleanup(() => void command.child.kill('SIGKILL'))
    proxy.pause()
    await until('a connection', () => proxy.connections() > 0, 30_000)
    command.child.kill('SIGINT')
    assert.equal(await command.ended, 130, command.output())
    assert.equal(command.output(), '')
  })

  test('can be interrupted while it waits for a lock', async ({ assert, cleanup }) => {
    const { email } = await createMerchant()
    const command = startProgram('bin/console', ['user:reset-password', email], {
      DATABASE_URL: databaseUrl(),
    })
    cleanup(() => void command.child.kill('SIGKILL'))
    await db.transaction(async (trx) => {
      await trx.rawQuery('select from users where email = ? for update', [email])
      await lockWaits(1)
      command.child.kill('SIGINT')
      assert.equal(await command.ended, 130, command.output())
    })
  })
})
