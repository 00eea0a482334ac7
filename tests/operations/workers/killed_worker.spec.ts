import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { setTimeout as delay } from 'node:timers/promises'
import StartUndo from '#operations/kinds/undo/start_undo'
import { DAY } from '#kernel/time/millis'
import { rows } from '#kernel/database/sql'
import { assertExact } from '#tests/testkit/exactness'
import {
  change,
  LONG,
  merchantWith,
  progressOf,
  sweep,
  untilEnded,
  untilProgress,
} from '#tests/testkit/faults'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { seededRandom } from '#tests/testkit/random'
import { postImport } from '#tests/testkit/upload'
import { killWorker, Workers } from '#tests/testkit/worker_process'
import { tierCount } from '#licensing/queries/tier_rows'
import { listed } from '#tests/testkit/long_list'
import { createTier } from '#tests/testkit/tiers'

/** The number of licenses of the freeze, and of each other operation. */
const COUNT = LONG ? 100_000 : 10_000
const OTHERS = LONG ? 100_000 : 3000
const KILLS = LONG ? 20 : 3

const named = ({ licenseIds }: { licenseIds: string[] }) => ({ licenseIds: listed(licenseIds) })

/** Runs operations to their end with workers that are killed at random points, spread over the whole work. */
async function runThroughKills(workers: Workers, ids: string[], total: number, random: () => number) {
  for (let left = KILLS; left > 0; left--) {
    const { processed, ended } = await progressOf(ids)
    if (ended) break
    const worker = await workers.begin()
    await untilProgress(ids, processed + (random() * (total - processed)) / (left + 1))
    await delay(random() * 60)
    await killWorker(worker)
    await sweep(ids)
  }
  await workers.begin({ last: true })
  await untilEnded(ids, 300_000)
}

test.group('a worker that is killed with SIGKILL', () => {
  test('loses nothing and does nothing twice', async ({ assert, cleanup }) => {
    // As many jobs at a time as there are operations, so that each kill hits all of them.
    const workers = new Workers({ WORKER_CONCURRENCY: '6' })
    cleanup(() => workers.close())
    const { random, seed } = seededRandom()
    console.log(`      seed ${seed}`)
    const expiresAt = Date.now() + 50 * DAY
    const frozen = await merchantWith(COUNT)
    const extended = await merchantWith(OTHERS, expiresAt)
    const deleted = await merchantWith(OTHERS)
    const undone = await merchantWith(OTHERS)
    const tiered = await merchantWith(OTHERS)
    const tier = await createTier(tiered.merchant)
    const importer = await createMerchant()

    const freeze = await change(frozen.merchant, 'licenses.freeze', named(frozen))
    const extend = await change(extended.merchant, 'licenses.extend', {
      ...named(extended),
      own: { days: 7 },
    })
    const setTier = await change(tiered.merchant, 'licenses.set_tier', {
      ...named(tiered),
      own: { tierId: tier.id },
    })
    const erase = await change(deleted.merchant, 'licenses.delete', named(deleted))
    const original = await runToEnd((await change(undone.merchant, 'licenses.revoke', named(undone))).id)
    const undo = await (await app.container.make(StartUndo)).execute(undone.merchant.scope, original)
    const lines = Array.from({ length: OTHERS }, (_, at) => (at % 1000 === 7 ? '!' : `IMPORTED-${at}`))
    const good = lines.filter((line) => line !== '!').length
    const imported = (await postImport(importer, ['key', ...lines].join('\n'))).body.data.operation

    const ids = [freeze.id, extend.id, erase.id, setTier.id, undo.id, imported.id]
    await runThroughKills(workers, ids, COUNT + 5 * OTHERS, random)

    await assertExact(freeze.id, { total: COUNT, succeeded: COUNT })
    const all = { total: OTHERS, succeeded: OTHERS }
    for (const { id } of [extend, erase, setTier, undo]) await assertExact(id, all)
    await assertExact(original.id, all, { turnedBack: true })
    await assertExact(imported.id, { total: OTHERS, succeeded: good })
    const [facts] = await rows<Record<string, unknown>>(
      db.connection(),
      `select
         (select count(*)::int from licenses where org_id = ? and frozen_at is not null and revision = 2) as frozen,
         (select count(*)::int from licenses where org_id = ? and expires_at = ? and revision = 2) as extended,
         (select count(*)::int from licenses where org_id = ?) as deleted,
         (select count(*)::int from licenses where org_id = ? and tier_id = ? and revision = 2) as tiered,
         ${tierCount('?')}::int as counted,
         (select count(*)::int from licenses where org_id = ? and status = 'ACTIVE' and revision = 3) as undone,
         (select count(distinct key)::int from licenses where org_id = ?) as imported`,
      [
        frozen.merchant.orgId,
        extended.merchant.orgId,
        new Date(expiresAt + 7 * DAY),
        deleted.merchant.orgId,
        ...[tiered.merchant.orgId, tier.id, tier.id, tier.id],
        undone.merchant.orgId,
        importer.orgId,
      ]
    )
    assert.deepEqual(facts, {
      frozen: COUNT,
      extended: OTHERS,
      deleted: 0,
      tiered: OTHERS,
      counted: OTHERS,
      undone: OTHERS,
      imported: good,
    })
  }).timeout(LONG ? 1_500_000 : 170_000)
})
