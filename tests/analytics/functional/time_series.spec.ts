import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import CreateProduct from '#catalog/actions/create_product'
import FoldDeltas from '#analytics/actions/fold_deltas'
import { newId } from '#kernel/secrets/ids'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { call } from '#tests/testkit/api'
import { analyticsPath, merchantWithLicenses } from '#tests/testkit/counted_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { longestTurnWhile } from '#tests/testkit/processor_time'

const HOUR = 3_600_000

test.group('time series', () => {
  test('time series by hour and day, before and after the rollup', async ({ client, assert }) => {
    const now = Date.now()
    const { merchant, viewerId } = await merchantWithLicenses(now)
    const hour = Math.floor(now / HOUR) * HOUR
    const base = { orgId: merchant.orgId, productId: merchant.productId }
    const early = hour - 3 * HOUR
    await db.transaction((trx) =>
      recordMetrics(
        trx,
        [
          { ...base, metric: 'created', count: 5 },
          { ...base, metric: 'created' },
        ],
        early
      )
    )
    const series = async (query: object) => {
      const response = await client
        .get(`${analyticsPath(merchant)}/timeseries`)
        .qs(query)
        .bearerToken(merchant.token)
      response.assertStatus(200)
      return response.body().data
    }
    const iso = (at: number) => new Date(at).toISOString()
    const range = { from: iso(early + 1), to: iso(hour + 2 * HOUR) }
    const hourly = { metric: 'created', interval: 'hour', ...range }
    for (let folded = 0; folded < 2; folded++) {
      const made = await series(hourly)
      assert.deepEqual(
        made.points.map(({ count }: { count: number }) => count),
        [6, 0, 0, 4, 0]
      )
      assert.equal(made.points[0].at, iso(early))
      assert.containSubset(made, { metric: 'created', interval: 'hour', from: iso(early), to: range.to })
      const revoked = await series({ ...hourly, metric: 'revoked' })
      assert.deepEqual(revoked.points.at(3), { at: iso(hour), count: 1 })
      const viewer = await series({ ...hourly, productId: viewerId })
      assert.equal(sum(viewer.points), 1)
      const daily = await series({ metric: 'created' })
      assert.lengthOf(daily.points, 30)
      assert.equal(daily.interval, 'day')
      assert.equal(sum(daily.points), 10)
      await new FoldDeltas().execute()
    }
  })

  test('several series in one call: by metric, by product, by the reason of denials, before and after the rollup', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const { orgId, productId } = merchant
    const viewer = await new CreateProduct().execute({ orgId }, { name: 'Viewer' })
    const now = Date.now() - HOUR
    const denied = { orgId, metric: 'denied' } as const
    await db.transaction((trx) =>
      recordMetrics(
        trx,
        [
          { ...denied, productId, reason: 'LICENSE_EXPIRED', count: 2 },
          { ...denied, productId, reason: 'LICENSE_REVOKED' },
          { ...denied, productId: viewer.id, reason: 'LICENSE_EXPIRED' },
          { ...denied, productId: viewer.id },
          { orgId, productId, metric: 'authorized', count: 7 },
        ],
        now
      )
    )
    const read = async (query: string) => {
      const response = await client
        .get(`${analyticsPath(merchant)}/timeseries?${query}`)
        .bearerToken(merchant.token)
      response.assertStatus(200)
      const { series, ...range } = response.body().data
      const sums = series.map(({ points, ...one }: { points: { count: number }[] }) => ({
        ...one,
        sum: sum(points),
      }))
      return { range, sums }
    }
    for (let folded = 0; folded < 2; folded++) {
      const { range, sums } = await read('metric=authorized,denied,created&tz=Europe/Vienna')
      assert.containSubset(range, { interval: 'day', tz: 'Europe/Vienna' })
      const byMetric = [
        { metric: 'authorized', sum: 7 },
        { metric: 'denied', sum: 5 },
        { metric: 'created', sum: 0 },
      ]
      assert.deepEqual(sums, byMetric)
      assert.deepEqual((await read('metric=authorized&metric=denied&metric=created')).sums, byMetric)
      assert.deepEqual(
        (await read('metric=denied,authorized&groupBy=product')).sums,
        [
          { metric: 'denied', productId, sum: 3 },
          { metric: 'denied', productId: viewer.id, sum: 2 },
          { metric: 'authorized', productId, sum: 7 },
        ].toSorted((one, other) =>
          one.metric < other.metric
            ? 1
            : one.metric > other.metric
              ? -1
              : one.productId < other.productId
                ? -1
                : 1
        )
      )
      assert.deepEqual((await read('metric=denied&groupBy=reason')).sums, [
        { metric: 'denied', reason: null, sum: 1 },
        { metric: 'denied', reason: 'LICENSE_EXPIRED', sum: 3 },
        { metric: 'denied', reason: 'LICENSE_REVOKED', sum: 1 },
      ])
      assert.deepEqual((await read(`metric=denied&groupBy=reason&productId=${viewer.id}`)).sums, [
        { metric: 'denied', reason: null, sum: 1 },
        { metric: 'denied', reason: 'LICENSE_EXPIRED', sum: 1 },
      ])
      await new FoldDeltas().execute()
    }
  })

  test('a product that the org does not have is PRODUCT_NOT_FOUND', async ({ client, assert }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    for (const productId of [other.productId, newId()]) {
      const response = await client
        .get(`${analyticsPath(merchant)}/timeseries`)
        .qs({ metric: 'created', productId })
        .bearerToken(merchant.token)
      assert.deepEqual([response.status(), response.body().error.code], [404, 'PRODUCT_NOT_FOUND'])
    }
  })

  test('a range that would begin before the first year begins with it', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const response = await client
      .get(`${analyticsPath(merchant)}/timeseries`)
      .qs({ metric: 'created', to: '0001-01-03' })
      .bearerToken(merchant.token)
    response.assertStatus(200)
    assert.equal(response.body().data.from, '0001-01-01T00:00:00.000Z')
    assert.lengthOf(response.body().data.points, 2)
  })

  test('a range ends with the last year, whoever asks', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['analytics:read'])
    const families = [
      { base: analyticsPath(merchant), credential: { token: merchant.token } },
      { base: `/v1/products/${merchant.productId}/analytics`, credential: { apiKey: key } },
    ]
    for (const { base, credential } of families) {
      const read = (from: string) => call('GET', `${base}/timeseries?metric=created&from=${from}`, credential)
      const last = await read('9999-12-31T23:59:59.998Z')
      assert.lengthOf(last.body.data.points, 1)
      const { status, body } = await read('9999-12-31T23:59:59.999Z')
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
    }
  })

  test('{0} is VALIDATION_ERROR for {1}')
    .with([
      [{}, 'metric'],
      [{ metric: 'deleted' }, 'metric'],
      [{ metric: 'created', interval: 'week' }, 'interval'],
      [{ metric: 'created', from: 'x' }, 'from'],
      [{ metric: 'created', from: '2026-01-02', to: '2026-01-01' }, 'from'],
      [{ metric: 'created', from: '2000-01-01', interval: 'hour' }, 'from'],
      [{ metric: 'created', from: '2026-01-01T10:30Z', to: '2026-01-01T10:05Z', interval: 'hour' }, 'from'],
      [{ metric: 'created', from: '2026-01-01T10:30Z', to: '2026-01-01T10:30Z' }, 'from'],
      [{ metric: 'created', to: '0001-01-01' }, 'from'],
      [{ metric: 'created', productId: 'x' }, 'productId'],
      [{ metric: 'created,deleted' }, 'metric'],
      [{ metric: 'created', groupBy: 'license' }, 'groupBy'],
      [{ metric: 'denied,created', groupBy: 'reason' }, 'groupBy'],
      [{ metric: 'created', tz: 'Mars/Base' }, 'tz'],
      [{ metric: 'created,denied', from: '2005-01-01' }, 'from'],
    ] as const)
    .run(async ({ client, assert }, [query, field]) => {
      const merchant = await createMerchant()
      const response = await client
        .get(`${analyticsPath(merchant)}/timeseries`)
        .qs(query)
        .bearerToken(merchant.token)
      response.assertStatus(400)
      assert.equal(response.body().error.code, 'VALIDATION_ERROR')
      assert.equal(response.body().error.details[0].field, field)
    })

  test('a range that is too long for so many products is refused before it is drawn', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const { orgId } = merchant
    const products = [merchant.productId]
    for (let at = 0; at < 11; at++) {
      products.push((await new CreateProduct().execute({ orgId }, { name: `Product ${at}` })).id)
    }
    await db.transaction((trx) =>
      recordMetrics(
        trx,
        products.map((productId) => ({ orgId, productId, metric: 'created' })),
        Date.now() - HOUR
      )
    )
    const query = { metric: 'created', groupBy: 'product', tz: 'Europe/Vienna', from: '2000-01-01' }
    const ask = client
      .get(`${analyticsPath(merchant)}/timeseries`)
      .bearerToken(merchant.token)
      .qs(query)
    const longestTurn = await longestTurnWhile(async () => {
      const response = await ask
      response.assertStatus(400)
      response.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
    })
    assert.isBelow(longestTurn, 1000)
  })
})

function sum(points: { count: number }[]) {
  return points.reduce((total, { count }) => total + count, 0)
}
