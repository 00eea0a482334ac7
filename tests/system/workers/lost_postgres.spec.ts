import { test } from '@japa/runner'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY } from '#kernel/time/millis'
import { askOf } from '#tests/testkit/asked_postgres'
import Deployment from '#tests/testkit/deployment'
import { assertExact } from '#tests/testkit/exactness'
import { forsake, LONG, merchantWith, progressOf, untilEnded, untilProgress } from '#tests/testkit/faults'
import { createMerchant } from '#tests/testkit/merchant'
import OwnPostgres from '#tests/testkit/own_postgres'
import { until } from '#tests/testkit/wait'
import { seededRandom } from '#tests/testkit/random'

const COUNT = LONG ? 100_000 : 8000
const CRASHES = LONG ? 6 : 2

test.group('Postgres, stopped at once in the middle of operations and started again', () => {
  test('no process ends, the operations end right, and everything agrees', async ({ assert, cleanup }) => {
    const { random, seed } = seededRandom()
    console.log(`      seed ${seed}`)
    const postgres = await OwnPostgres.open()
    cleanup(() => postgres.close())
    const deployment = await Deployment.start({
      DATABASE_URL: postgres.url,
      REDIS_PREFIX: `lost-postgres-${process.pid}`,
    })
    cleanup(() => deployment.close())
    cleanup(askOf(postgres.url))

    const expiresAt = Date.now() + 50 * DAY
    const frozen = await merchantWith(COUNT)
    const extended = await merchantWith(COUNT / 4, expiresAt)
    const importer = await createMerchant()
    const lines = Array.from({ length: COUNT / 4 }, (_, at) => `IMPORTED-${at}`)
    const ids = [
      await deployment.post(frozen.merchant, 'freeze', { filter: {} }),
      await deployment.post(extended.merchant, 'extend', { licenseIds: extended.licenseIds, days: 7 }),
      await deployment.post(importer, `import?productId=${importer.productId}`, ['key', ...lines].join('\n')),
    ]
    for (let crash = 0; crash < CRASHES; crash++) {
      const { processed, ended } = await progressOf(ids)
      if (ended) break
      await untilProgress(ids, processed)
      await delay(random() * 60)
      await postgres.crash()
      await postgres.start()
      await forsake(ids)
    }
    await untilEnded(ids)

    await assertExact(ids[0], { total: COUNT, succeeded: COUNT })
    await assertExact(ids[1], { total: COUNT / 4, succeeded: COUNT / 4 })
    await assertExact(ids[2], { total: COUNT / 4, succeeded: COUNT / 4 })
    assert.deepEqual(deployment.exitCodes, [null, null, null])
    await until('health', async () => (await fetch(`${deployment.server.base}/health`)).status === 200)
  })
    .tags(['@once'])
    .timeout(LONG ? 900_000 : 170_000)
})
