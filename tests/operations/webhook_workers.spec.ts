import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { Redis } from 'ioredis'
import WorkerPool from '#services/worker_pool'
import app from '@adonisjs/core/services/app'
import { freePort } from '#services/free_port'
import { createMerchant } from '#tests/support/merchant'
import { openReceiver, status } from '#tests/support/receiver'
import { until } from '#tests/support/wait'
import {
  crashWorkers,
  numbersAt,
  repeated,
  seeded,
  startWorker,
  workerReady,
} from '#tests/support/webhook_crashes'
import { countByStatus, createEndpoint, emit } from '#tests/support/webhooks'

/** `npm run test:faults` runs the long form. */
const LONG = process.env.FAULTS === 'long'
const DELIVERIES = LONG ? 20_000 : 2000
const KILLS = LONG ? 20 : 3

/** FAULTS_SEED repeats a run. */
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)

test.group('webhook workers', () => {
  test('the workers of a process deliver, soon after the commit', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const pool = await app.container.make(WorkerPool)
    cleanup(() => pool.stop())
    await pool.start(['webhooks'])
    const delays: number[] = []
    for (let at = 0; at < 12; at++) {
      const before = receiver.received.length
      await emit(merchant, 'license.created', [{ at }])
      const committed = Date.now()
      await until('the event arrives', () => receiver.received.length > before)
      delays.push(receiver.received.at(-1)!.at - committed)
    }
    // The better half: what the machine does besides is not the service's doing.
    const usual = delays.toSorted((a, b) => a - b)[5]
    assert.isBelow(usual, 300, `delays ${delays.join(', ')}`)
    await until('the results are durable', async () => (await countByStatus(id)).succeeded === 12)
  })

  test('SIGKILL of workers under load: nothing is missing, and a crash explains what came twice', async ({
    assert,
  }) => {
    const { events, received, counts, killedAt } = await crashWorkers(DELIVERIES, KILLS, seeded(seed))
    for (let endpoint = 0; endpoint < 10; endpoint++) {
      const numbers = new Set(numbersAt(received, endpoint))
      assert.equal(numbers.size, events, `endpoint ${endpoint}, seed ${seed}`)
    }
    for (const count of counts) assert.deepEqual(count, { succeeded: events })
    const twice = repeated(received)
    if (LONG)
      console.log(`${received.length} requests, ${twice.length} deliveries came twice, ${KILLS} kills`)
    for (const [first, second] of twice) {
      const explained = killedAt.some((at) => first <= at && at <= second)
      assert.isTrue(
        explained,
        `came at ${first} and ${second}, kills at ${killedAt.join(', ')}, seed ${seed}`
      )
    }
  }).timeout(LONG ? 900_000 : 180_000)

  test('Redis flushed, and then gone: pending deliveries arrive all the same', async ({
    assert,
    cleanup,
  }) => {
    const redis = await ownRedis()
    if (!redis) return console.log('!!! SKIPPED: no redis-server is on the PATH')
    cleanup(() => void redis.server.kill('SIGKILL'))
    await using receiver = await openReceiver(status(500))
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const worker = startWorker({
      REDIS_URL: redis.url,
      REDIS_PREFIX: 'flushed',
      WEBHOOK_RETRY_DELAYS: '1,2,2,2,2,2,2',
    })
    cleanup(() => void worker.child.kill('SIGKILL'))
    await workerReady(worker)
    await emit(merchant, 'license.created', [{ n: 1 }, { n: 2 }])
    await until('both were tried', () => receiver.received.length >= 2)
    const client = new Redis(redis.url)
    await client.flushall()
    client.disconnect()
    receiver.respond = status(200)
    await until('both arrive', async () => (await countByStatus(id)).succeeded === 2)
    redis.server.kill('SIGKILL')
    await once(redis.server, 'exit')
    await emit(merchant, 'license.created', [{ n: 3 }])
    await until('the third arrives', async () => (await countByStatus(id)).succeeded === 3)
    assert.deepEqual(await countByStatus(id), { succeeded: 3 })
    assert.isNull(worker.child.exitCode)
  })
})

/** A Redis that only this test uses; null where there is no redis-server. */
async function ownRedis() {
  const port = await freePort()
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  const url = `redis://127.0.0.1:${port}`
  const spawned = await Promise.race([
    once(server, 'spawn').then(() => true),
    once(server, 'error').then(() => false),
  ])
  if (!spawned) return null
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  await client.ping()
  client.disconnect()
  return { server, url }
}
