import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import RebuildCounts from '#analytics/actions/rebuild_counts'
import RebuildSeries from '#analytics/actions/rebuild_series'
import { rows } from '#kernel/database/sql'
import { analyticsDifferences } from '#tests/testkit/analytics'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

/** contract#counts, contract#time-series */
test.group('rebuilds of the analytics at the same time', () => {
  test('put a difference right once', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, productId } = merchant
    await seedLicenses(merchant, 1)
    for (const Rebuild of [RebuildCounts, RebuildSeries]) await new Rebuild().execute({ orgId })
    await rows(
      db.connection(),
      `insert into license_count_deltas (org_id, product_id, status, frozen, delta) values (?, ?, 'ACTIVE', false, 7)`,
      [orgId, productId]
    )
    await rows(
      db.connection(),
      `insert into metric_deltas (org_id, product_id, metric, hour, delta)
       values (?, ?, 'created', '2026-01-01T00:00:00Z', 7)`,
      [orgId, productId]
    )
    assert.lengthOf(await analyticsDifferences(orgId), 2)
    for (const Rebuild of [RebuildCounts, RebuildSeries]) {
      const all = Array.from({ length: 4 }, () => new Rebuild().execute({ orgId }))
      const found = await Promise.all(all)
      assert.lengthOf(found.flat(), 1)
    }
    assert.deepEqual(await analyticsDifferences(orgId), [])
  })
})
