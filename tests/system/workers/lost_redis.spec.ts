import { deepEqual } from 'node:assert/strict'
import { test } from '@japa/runner'
import { Queue } from 'bullmq'
import { queueNames } from '#config/queue'
import { schedule } from '#kernel/queues/catalog'
import Deployment from '#tests/testkit/deployment'
import { assertExact } from '#tests/testkit/exactness'
import { forsake, LONG, merchantWith, untilEnded, untilProgress } from '#tests/testkit/faults'
import OwnRedis from '#tests/testkit/own_redis'
import { until } from '#tests/testkit/wait'

const COUNT = LONG ? 100_000 : 6000
const PREFIX = 'lost'

/** True if a Redis contains the whole schedule. */
async function hasSchedule(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const names: string[] = []
  for (const name of queueNames) {
    const queue = new Queue(name, { connection: { host: hostname, port: Number(port) }, prefix: PREFIX })
    queue.on('error', () => {})
    for (const { key } of await queue.getJobSchedulers()) names.push(key)
    await queue.close()
  }
  return schedule.every(({ name }) => names.includes(name))
}

const available = OwnRedis.isThere()
if (!available) console.log('!!! SKIPPED: no redis-server is on the PATH')

test.group('Redis, losing everything in the middle of operations', (group) => {
  let redis: OwnRedis
  let deployment: Deployment
  group.tap((each) => each.skip(!available, 'no redis-server').timeout(LONG ? 300_000 : 120_000))
  group.setup(async () => {
    if (!available) return () => {}
    redis = (await OwnRedis.open())!
    deployment = await Deployment.start({ REDIS_URL: redis.url, REDIS_PREFIX: PREFIX })
    return async () => {
      await deployment.close()
      await redis.kill()
    }
  })

  /** The operation ends with each license changed once, and no process has ended because of the loss. */
  const completes = async (id: string, total: number) => {
    await untilEnded([id])
    await assertExact(id, { total, succeeded: total })
    deepEqual(deployment.exitCodes, [null, null, null])
  }

  test('flushed: the schedule comes back by itself, and the operation completes', async () => {
    const { merchant } = await merchantWith(COUNT)
    const id = await deployment.post(merchant, 'freeze', { filter: {} })
    await untilProgress([id])
    await redis.flush()
    await until('the schedule', () => hasSchedule(redis.url))
    await forsake([id])
    await completes(id, COUNT)
  }).tags(['@once'])

  test('flushed before a worker has heard of the operation: the sweep calls one', async () => {
    const { merchant, licenseIds } = await merchantWith(2000)
    for (const { child } of deployment.workers) child.kill('SIGSTOP')
    const id = await deployment.post(merchant, 'revoke', { licenseIds })
    await redis.flush()
    await forsake([id])
    for (const { child } of deployment.workers) child.kill('SIGCONT')
    await completes(id, 2000)
  }).tags(['@once'])

  test('killed and started again, empty: the operation completes', async () => {
    const { merchant } = await merchantWith(COUNT)
    const id = await deployment.post(merchant, 'freeze', { filter: {} })
    await untilProgress([id])
    await redis.kill()
    await redis.start()
    await until('the schedule', () => hasSchedule(redis.url))
    await forsake([id])
    await completes(id, COUNT)
  }).tags(['@once'])
})
