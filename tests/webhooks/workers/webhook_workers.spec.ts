import { test } from '@japa/runner'
import WorkerPool from '#system/worker_pool'
import app from '@adonisjs/core/services/app'
import { LONG } from '#tests/testkit/faults'
import { createMerchant } from '#tests/testkit/merchant'
import OwnRedis from '#tests/testkit/own_redis'
import { seededRandom } from '#tests/testkit/random'
import { openReceiver, status } from '#tests/testkit/receiver'
import { until } from '#tests/testkit/wait'
import { crashWorkers, numbersAt, repeated } from '#tests/testkit/webhook_crashes'
import { countByStatus, createEndpoint, emit } from '#tests/testkit/webhooks'
import { killWorker, startWorker } from '#tests/testkit/worker_process'

const DELIVERIES = LONG ? 20_000 : 1500
const KILLS = LONG ? 20 : 2

test.group('webhook workers', () => {
  test('the workers of a process deliver each event as it is committed', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const pool = await app.container.make(WorkerPool)
    cleanup(() => pool.stop())
    await pool.start(['webhooks'])
    for (let at = 0; at < 6; at++) {
      await emit(merchant, 'license.created', [{ at }])
      await until('the event arrives', () => receiver.received.length > at)
    }
    await until('the results are durable', async () => (await countByStatus(id)).succeeded === 6)
    const order = receiver.received.map(({ body }) => JSON.parse(body).data.at as number)
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5])
  })

  test('SIGKILL of workers under load: nothing is missing, and a crash explains what came twice', async ({
    assert,
  }) => {
    const { random, seed } = seededRandom()
    const { events, received, counts, killedAt, retried } = await crashWorkers(DELIVERIES, KILLS, random)
    for (let endpoint = 0; endpoint < 10; endpoint++) {
      const numbers = new Set(numbersAt(received, endpoint))
      assert.equal(numbers.size, events, `endpoint ${endpoint}, seed ${seed}`)
    }
    for (const count of counts) assert.deepEqual(count, { succeeded: events })
    const twice = repeated(received)
    if (LONG)
      console.log(`${received.length} requests, ${twice.length} deliveries came twice, ${KILLS} kills`)
    for (const { id, times } of twice) {
      const [first, second] = times
      const explained = retried.has(id) || killedAt.some((at) => first <= at && at <= second)
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
    const redis = await OwnRedis.open()
    if (!redis) return console.log('!!! SKIPPED: no redis-server is on the PATH')
    cleanup(() => redis.kill())
    await using receiver = await openReceiver(status(500))
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const worker = await startWorker(
      { REDIS_URL: redis.url, WEBHOOK_TIMEOUT_SECONDS: '1', WEBHOOK_RETRY_DELAYS: '1,2,2,2,2,2,2' },
      ['webhooks']
    )
    cleanup(() => killWorker(worker))
    await emit(merchant, 'license.created', [{ n: 1 }, { n: 2 }])
    await until('both were tried', () => receiver.received.length >= 2)
    await redis.flush()
    receiver.respond = status(200)
    await until('both arrive', async () => (await countByStatus(id)).succeeded === 2)
    await redis.kill()
    await emit(merchant, 'license.created', [{ n: 3 }])
    await until('the third arrives', async () => (await countByStatus(id)).succeeded === 3)
    assert.deepEqual(await countByStatus(id), { succeeded: 3 })
    assert.isNull(worker.child.exitCode)
  }).tags(['@once'])
})
