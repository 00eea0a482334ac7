import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import db from '@adonisjs/lucid/services/db'
import { Redis } from 'ioredis'
import config from '#config/queue'
import { noteDatabaseTime } from '#kernel/database/database_time'
import { consume } from '#kernel/limits/rate_limits'
import { newId } from '#kernel/secrets/ids'
import { openNonceMemory } from '#runtime/store/nonce_memory'
import { checkRedisPolicy } from '#kernel/redis/redis_policy'
import { firstRow, rows } from '#kernel/database/sql'
import OwnRedis from '#tests/testkit/own_redis'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

const MINUTE = 60_000

/**
 * A call that was signed 100 seconds ago and has been answered. `assertForgotten` sends it again to a Redis that has lost
 * the nonce: it is refused, and a call with a fresh signature is not.
 */
async function callOfThePast(assert: Assert) {
  const vendor = await createVendor()
  const license = await seedLicense(vendor)
  const past = { timestamp: String(Math.floor(Date.now() / 1000) - 100), nonce: newId() }
  assert.equal((await authorize(vendor, license.key, {}, past)).status, 200)
  return {
    nonceKey: `${config.prefix}:{limits}:nonce:${vendor.productId}:${past.nonce}`,
    async assertForgotten() {
      const replayed = await authorize(vendor, license.key, {}, past)
      assert.equal(replayed.status, 503)
      assert.equal(replayed.body.error!.code, 'SIGNING_UNAVAILABLE')
      const ahead = String(Math.floor(Date.now() / 1000) + 2)
      assert.equal((await authorize(vendor, license.key, {}, { timestamp: ahead })).status, 200)
    },
  }
}

/** The id of this run of a Redis. */
const runOf = async (redis: Redis) => /run_id:(\w+)/.exec(await redis.info('server'))![1]
const START = 29_700_000 * MINUTE

/** Counts one request in one window, at a time that the test chooses. */
async function count(key: string, now: number, ceiling = 100) {
  const found = await firstRow<{ denied: number[]; waitMs: string[]; used: number[] }>(
    db.connection(),
    `select denied, wait_ms as "waitMs", used
     from consume_windows(array[?]::text[], '{0}', '{1}', '{1}', array[?]::int[], '{null}', '{null}', ?, ?)`,
    [key, ceiling, MINUTE, now]
  )
  return { denied: found!.denied[0], waitMs: Number(found!.waitMs[0]), used: found!.used[0] }
}

test.group('windows in Postgres', () => {
  test('a window goes on into the next minute, and the next window has a row of its own', async ({
    assert,
  }) => {
    const key = `minute:${newId()}`
    const at = (seconds: number) => START + seconds * 1000
    assert.equal((await count(key, at(40))).used, 1)
    assert.equal((await count(key, at(59))).used, 2)
    assert.equal((await count(key, at(61))).used, 3)
    assert.deepEqual(await count(key, at(90), 3), { denied: 1, waitMs: 10_000, used: 3 })
    assert.equal((await count(key, at(99))).used, 4)
    // The first window ended 60 seconds after its first request; the next window begins with the next request.
    assert.equal((await count(key, at(101))).used, 1)
    assert.equal((await count(key, at(130))).used, 2)
    assert.equal((await count(key, at(160))).used, 3)
    assert.equal((await count(key, at(161))).used, 1)
    const kept = await rows<{ used: number }>(
      db.connection(),
      'select used from rate_limits where key like ? order by until',
      [`${key}@%`]
    )
    assert.deepEqual(
      kept.map(({ used }) => used),
      [4, 3, 1]
    )
  })
})

test.group('nonces in a Redis that loses its memory', (group) => {
  group.tap((one) => one.skip(config.backend !== 'redis', 'the store is Postgres'))
  const marker = `${config.prefix}:{limits}:nonces-since`
  let redis: Redis
  group.setup(() => {
    redis = new Redis(config.redisUrl!)
    return () => redis.disconnect()
  })
  group.each.setup(async () => void (await redis.set(marker, 0)))
  group.each.teardown(async () => void (await redis.set(marker, 0)))

  test('a call that was signed before is refused, and its retry with a fresh signature is not', async ({
    assert,
  }) => {
    const call = await callOfThePast(assert)
    await redis.del(marker, call.nonceKey)
    await call.assertForgotten()
  })

  test('a Redis that was started with an old copy of its data has lost what came after the copy', async ({
    assert,
  }) => {
    const call = await callOfThePast(assert)
    assert.equal(await redis.get(marker), `0 ${await runOf(redis)}`)

    await redis.set(marker, `0 ${'c0ffee'.repeat(6)}`)
    await redis.del(call.nonceKey)

    await call.assertForgotten()
    const [since, run] = (await redis.get(marker))!.split(' ')
    assert.closeTo(Number(since), Date.now(), 10_000)
    assert.equal(run, await runOf(redis))
  })

  test('a Redis whose clock is an hour slow has lost what was signed by the clock of the database', async ({
    assert,
  }) => {
    const ahead = 60 * MINUTE
    noteDatabaseTime(Date.now() + ahead, performance.now())
    await redis.del(marker)
    const nonce = (age: number) => ({ key: newId(), ttlMs: MINUTE, signedAt: Date.now() + ahead - age })
    assert.equal((await consume([], nonce(MINUTE))).fresh, 'unknown')
    assert.isTrue((await consume([], nonce(-MINUTE))).fresh)
  })

  test('a time that a version without runs recorded stays', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const past = String(Math.floor(Date.now() / 1000) - 100)
    await redis.set(marker, '1000')
    assert.equal((await authorize(vendor, license.key, {}, { timestamp: past })).status, 200)
    assert.equal(await redis.get(marker), `1000 ${await runOf(redis)}`)
  })

  test('a Redis that is new to the deployment refuses nobody', async ({ assert }) => {
    await redis.del(marker)
    await rows(db.connection(), 'delete from nonce_stores where name = ?', [config.prefix])
    await openNonceMemory()
    assert.equal(await redis.get(marker), `0 ${await runOf(redis)}`)
    await redis.del(marker)
    await openNonceMemory()
    assert.isNull(await redis.get(marker))
  })
})

test.group('the policy of Redis', (group) => {
  group.tap((one) => one.skip(!OwnRedis.isThere(), 'no redis-server'))

  test('a Redis that throws keys away is refused in production', async ({ assert, cleanup }) => {
    const own = (await OwnRedis.open())!
    cleanup(() => own.kill())
    await checkRedisPolicy(own.url, true)
    const redis = new Redis(own.url)
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    redis.disconnect()
    await assert.rejects(() => checkRedisPolicy(own.url, true), /noeviction \(it is allkeys-lru\)/)
    await checkRedisPolicy(own.url, false)
  }).tags(['@once'])
})
