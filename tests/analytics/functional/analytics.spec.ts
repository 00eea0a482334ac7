import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import FoldDeltas from '#analytics/actions/fold_deltas'
import RebuildCounts from '#analytics/actions/rebuild_counts'
import RebuildSeries from '#analytics/actions/rebuild_series'
import DeleteLicense from '#licensing/actions/delete_license'
import PatchLicense from '#licensing/actions/patch_license'
import CountsFoldJob from '#analytics/jobs/counts_fold_job'
import { AmbientTransaction, within } from '#kernel/database/unit_of_work'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { assertAnalytics } from '#tests/testkit/analytics'
import { analyticsPath, merchantWithLicenses } from '#tests/testkit/counted_licenses'
import { makeLicense, makeLicenses } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const HOUR = 3_600_000

test.group('analytics', () => {
  test('counts are exact before a fold, after it, after another, and after one that was cut off', async ({
    client,
    assert,
  }) => {
    const { merchant, expected } = await merchantWithLicenses()
    const read = async () =>
      (await client.get(analyticsPath(merchant)).bearerToken(merchant.token)).body().data
    assert.deepEqual(await read(), expected)
    const cutOff = new AmbientTransaction()
    await within(cutOff, () => new FoldDeltas().execute())
    await cutOff.rollback()
    assert.deepEqual(await read(), expected)
    const job = await app.container.make(CountsFoldJob)
    const run = { signal: new AbortController().signal }
    await job.handle({}, run)
    assert.deepEqual(await read(), expected)
    await job.handle({}, run)
    assert.deepEqual(await read(), expected)
    const left = await db.rawQuery('select 1 from license_count_deltas where org_id = ?', [merchant.orgId])
    assert.lengthOf(left.rows, 0)
  })

  test('one product of the org, on both families', async ({ client, assert }) => {
    const { merchant, expected } = await merchantWithLicenses()
    const narrowed = {
      total: 3,
      byStatus: { ...expected.byStatus, ACTIVE: 2 },
      byProduct: expected.byProduct.slice(0, 1),
    }
    const dashboard = await client
      .get(analyticsPath(merchant))
      .qs({ productId: merchant.productId })
      .bearerToken(merchant.token)
    assert.deepEqual(dashboard.body().data, narrowed)
    const { key } = await createApiKey(merchant, ['analytics:read'])
    const keyed = await client.get(`/v1/products/${merchant.productId}/analytics`).header('x-api-key', key)
    assert.deepEqual(keyed.body().data, narrowed)
    const other = await createMerchant()
    const foreign = await client
      .get(analyticsPath(merchant))
      .qs({ productId: other.productId })
      .bearerToken(merchant.token)
    assert.deepEqual([foreign.status(), foreign.body().error.code], [404, 'PRODUCT_NOT_FOUND'])
    const stranger = await client.get(analyticsPath(merchant)).bearerToken(other.token)
    assert.deepEqual([stranger.status(), stranger.body().error.code], [403, 'FORBIDDEN'])
  })

  test('a rebuild finds what was bent, puts it right, and then finds nothing', async ({ client, assert }) => {
    const { merchant, viewerId, expected } = await merchantWithLicenses()
    await new FoldDeltas().execute()
    await db.rawQuery(`update license_counts set count = 7 where product_id = ? and status = 'ACTIVE'`, [
      viewerId,
    ])
    const mine = (found: { orgId: string }[]) => found.filter(({ orgId }) => orgId === merchant.orgId)
    const rebuild = new RebuildCounts()
    const bent = [
      {
        orgId: merchant.orgId,
        productId: viewerId,
        status: 'ACTIVE',
        frozen: false,
        counted: 7,
        actual: 1,
      },
    ]
    assert.deepEqual(mine(await rebuild.execute({ dryRun: true })), bent)
    assert.deepEqual(mine(await rebuild.execute()), bent)
    assert.deepEqual(mine(await rebuild.execute()), [])
    const response = await client.get(analyticsPath(merchant)).bearerToken(merchant.token)
    assert.deepEqual(response.body().data, expected)
  })

  test('a flag that the counts have missed is found and put right', async ({ assert }) => {
    const { merchant } = await merchantWithLicenses()
    const [{ id }] = await makeLicenses(merchant)
    await new PatchLicense().execute(merchant.scope, id, { frozen: true })
    await assertAnalytics(merchant.orgId)
    await db.rawQuery('update licenses set frozen_at = null where id = ?', [id])
    const mine = (found: { orgId: string }[]) => found.filter(({ orgId }) => orgId === merchant.orgId)
    const one = { orgId: merchant.orgId, productId: merchant.productId, status: 'ACTIVE' }
    assert.deepEqual(mine(await new RebuildCounts().execute()), [
      { ...one, frozen: false, counted: 2, actual: 3 },
      { ...one, frozen: true, counted: 1, actual: 0 },
    ])
    await assertAnalytics(merchant.orgId)
  })

  test('a rebuild brings the time series back from the timelines, of deleted licenses too', async ({
    assert,
  }) => {
    const now = Date.now() - 5 * HOUR
    const { merchant } = await merchantWithLicenses(now)
    const { orgId, productId } = merchant
    const gone = await makeLicense(merchant, {}, now + HOUR)
    await new DeleteLicense().execute(merchant.scope, gone.id)
    await assertAnalytics(orgId)
    const mine = (found: { orgId: string }[]) => found.filter((one) => one.orgId === orgId)
    const rebuild = new RebuildSeries()
    await new FoldDeltas().execute()
    await db.rawQuery('delete from metric_hours where product_id = ?', [productId])
    const lost = ['created', 'created', 'revoked'].map((metric, at) => ({
      orgId,
      productId,
      metric,
      hour: new Date(Math.floor(now / HOUR + (at === 1 ? 1 : 0)) * HOUR).toISOString(),
      counted: 0,
      actual: at === 0 ? 3 : 1,
    }))
    assert.deepEqual(mine(await rebuild.execute({ dryRun: true })), lost)
    assert.deepEqual(mine(await rebuild.execute()), lost)
    await assertAnalytics(orgId)
    await db.transaction((trx) => recordMetrics(trx, [{ orgId, productId, metric: 'denied' }], now))
    await assertAnalytics(orgId)
    await db.transaction((trx) => recordMetrics(trx, [{ orgId, productId, metric: 'activated' }], now))
    assert.containSubset(mine(await rebuild.execute()), [{ metric: 'activated', counted: 1, actual: 0 }])
    await new FoldDeltas().execute()
    await assertAnalytics(orgId)
  })
})
