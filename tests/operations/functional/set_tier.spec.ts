import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import DeleteTier from '#licensing/actions/delete_tier'
import FindTier from '#licensing/queries/find_tier'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import StartUndo from '#operations/kinds/undo/start_undo'
import ListItems from '#operations/queries/list_items'
import { download, exportLicenses } from '#tests/testkit/exports'
import { familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { createTier, declareFeatures, productScope } from '#tests/testkit/tiers'
import { postImport } from '#tests/testkit/upload'

function tiersOf({ orgId }: Merchant) {
  return rows<{ id: string; tier: string | null }>(
    db.connection(),
    `select l.id, t.code as tier from licenses l left join tiers t on t.id = l.tier_id where l.org_id = ? order by l.id`,
    [orgId]
  )
}

async function scene() {
  const merchant = await createMerchant()
  const pro = await createTier(merchant, { code: 'pro' })
  const basic = await createTier(merchant, { code: 'basic' })
  const licenses = [
    ...(await seedLicenses(merchant, 2, { tierId: basic.id })),
    ...(await seedLicenses(merchant, 1)),
    ...(await seedLicenses(merchant, 1, { tierId: pro.id })),
  ]
  return { merchant, pro, basic, licenses }
}

async function undo(merchant: Merchant, id: string) {
  const action = await app.container.make(StartUndo)
  const [operation] = [await runToEnd(id)]
  return runToEnd((await action.execute(merchant.scope, operation)).id)
}

const itemsOf = async (id: string) =>
  (await new ListItems().execute(id, { limit: 10 })).items.map(({ outcome, code }) => [outcome, code])

const countOf = async (merchant: Merchant, id: string) =>
  (await new FindTier().execute(productScope(merchant), id))!.licenseCount

test.group('licenses.set_tier', () => {
  test('a dry run says what the run does, an undo puts it back, and the counts follow', async ({
    client,
    assert,
  }) => {
    const { merchant, pro, basic } = await scene()
    const { licenses: base, headers } = await familyOf('keyed', merchant)
    const before = await tiersOf(merchant)
    const ask = async (body: object) => {
      const answer = await client.post(`${base}/set-tier`).headers(headers).json(body)
      answer.assertStatus(202)
      return runToEnd(answer.body().data.operation.id)
    }
    const tried = await ask({ tierId: pro.id, filter: {}, dryRun: true })
    assert.deepEqual(await tiersOf(merchant), before)
    const done = await ask({ tierId: pro.id, filter: {}, reason: 'upgrade' })
    for (const { succeeded, skipped, failed } of [tried, done]) {
      assert.deepEqual([succeeded, skipped, failed], [3, 1, 0])
    }
    assert.deepEqual(await itemsOf(done.id), await itemsOf(tried.id))
    assert.deepEqual(await itemsOf(done.id), [['skipped', 'ALREADY_IN_TIER']])
    assert.deepEqual([await countOf(merchant, pro.id), await countOf(merchant, basic.id)], [4, 0])
    // The same change again has no effect.
    assert.containSubset(await ask({ tierId: pro.id, filter: {} }), { succeeded: 0, skipped: 4 })
    const undone = await undo(merchant, done.id)
    assert.containSubset(undone, { succeeded: 3, failed: 0 })
    assert.deepEqual(await tiersOf(merchant), before)
    assert.deepEqual([await countOf(merchant, pro.id), await countOf(merchant, basic.id)], [1, 2])
    const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.tier_changed')
    assert.deepEqual(
      told.map(({ data }) => [data.from, data.to]),
      [
        ...[
          [basic.id, pro.id],
          [basic.id, pro.id],
          [null, pro.id],
        ],
        ...[
          [pro.id, basic.id],
          [pro.id, basic.id],
          [pro.id, null],
        ],
      ]
    )
    assert.containSubset(await ask({ tierId: null, filter: { tierId: basic.id } }), { succeeded: 2 })
  })

  test('an undo never goes back to a tier that is gone', async ({ client, assert }) => {
    const { merchant, pro, basic } = await scene()
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/set-tier`)
      .bearerToken(merchant.token)
      .json({ tierId: pro.id, filter: {} })
    const { id } = await runToEnd(started.body().data.operation.id)
    await new DeleteTier().execute(productScope(merchant), basic.id, SYSTEM)
    const undone = await undo(merchant, id)
    assert.containSubset(undone, { succeeded: 1, failed: 2 })
    assert.deepEqual((await itemsOf(undone.id))[0], ['failed', 'CONFLICT'])
  })

  test('{0}, {1}')
    .with([
      [404, 'NOT_FOUND'],
      [400, 'BAD_REQUEST'],
      [409, 'CONFLICT'],
      [400, 'VALIDATION_ERROR'],
    ] as [number, string][])
    .run(async ({ client, assert }, [status, code]) => {
      const { merchant } = await scene()
      const second = await new CreateProduct().execute(merchant, { name: 'Second' })
      const tierId = {
        NOT_FOUND: newId(),
        BAD_REQUEST: (await createTier({ ...merchant, productId: second.id })).id,
        CONFLICT: (await createTier(merchant, { archived: true })).id,
        VALIDATION_ERROR: undefined,
      }[code]
      const { licenses, headers } = await familyOf('keyed', merchant)
      const answer = await client.post(`${licenses}/set-tier`).headers(headers).json({ tierId, filter: {} })
      assert.deepEqual([answer.status(), answer.body().error.code], [status, code])
    })

  test('licenses whose own features leave no room for those of the tier fail', async ({ client, assert }) => {
    const merchant = await createMerchant()
    await declareFeatures(
      merchant,
      ['a', 'b'].map((name) => ({ name, type: 'string' }))
    )
    const big = await createTier(merchant, { features: { a: 'x'.repeat(8000) } })
    await seedLicenses(merchant, 1, { features: { b: 'y'.repeat(400) } })
    await seedLicenses(merchant, 1, { features: { b: 'y' } })
    await seedLicenses(merchant, 1)
    for (const dryRun of [true, false]) {
      const answer = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/set-tier`)
        .bearerToken(merchant.token)
        .json({ tierId: big.id, filter: {}, dryRun })
      const done = await runToEnd(answer.body().data.operation.id)
      assert.containSubset(done, { succeeded: 2, result: { failedBy: { VALIDATION_ERROR: 1 } } })
    }
  })

  test('licenses of another product fail one by one', async ({ client, assert }) => {
    const { merchant, licenses } = await scene()
    const second = await new CreateProduct().execute(merchant, { name: 'Second' })
    const foreign = await createTier({ ...merchant, productId: second.id })
    const answer = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/set-tier`)
      .bearerToken(merchant.token)
      .json({ tierId: foreign.id, licenseIds: licenses.map(({ id }) => id) })
    const done = await runToEnd(answer.body().data.operation.id)
    assert.containSubset(done, { succeeded: 0, failed: 4, result: { failedBy: { CONFLICT: 4 } } })
  })
})

test.group('import and export of tiers', () => {
  test('a column names the tier by its code; terms are copied, and an export has both', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await declareFeatures(merchant, [{ name: 'seats', type: 'integer' }])
    await createTier(merchant, { code: 'pro', terms: { expiresAfterDays: 30 } })
    await createTier(merchant, { code: 'old', archived: true })
    const [known] = await seedLicenses(merchant, 1)
    const csv = [
      'key,tier,features,expirationMode',
      'NEW-1,pro,"{""seats"":4}",',
      'NEW-2,pro,,never',
      'NEW-3,old,,',
      'NEW-4,platinum,,',
      'NEW-5,pro,"{""seat"":4}",',
      `${known.key},pro,"{""seats"":2}",`,
    ].join('\n')
    const query = `productId=${merchant.productId}&onConflict=update`
    const run = async (to: Merchant, text: string, more: string) => {
      const started = await postImport(to, text, 'text/csv', { query: more })
      return runToEnd(started.body.data.operation.id)
    }
    const tried = await run(merchant, csv, `${query}&dryRun=true`)
    const done = await run(merchant, csv, query)
    for (const one of [tried, done]) assert.containSubset(one, { succeeded: 4, failed: 2 })
    const found = await rows<Record<string, unknown>>(
      db.connection(),
      `select l.key, t.code, l.features, l.expires_after_days as days from licenses l
       left join tiers t on t.id = l.tier_id where l.org_id = ? and l.key like 'NEW%' order by l.key`,
      [merchant.orgId]
    )
    assert.deepEqual(found, [
      { key: 'NEW-1', code: 'pro', features: { seats: 4 }, days: 30 },
      { key: 'NEW-2', code: 'pro', features: null, days: null },
      { key: 'NEW-3', code: 'old', features: null, days: null },
    ])
    const told = (await outgoingEvents(merchant)).filter(({ data }) => data.licenseId === known.id)
    assert.sameMembers(
      told.map(({ name }) => name).filter((name) => name !== 'license.created'),
      ['license.updated', 'license.tier_changed']
    )
    const text = await (await download(await exportLicenses(merchant, 'format=csv'))).text()
    assert.match(text.split('\n')[0], /,tier,features,/)
    const again = await run(merchant, text, query)
    assert.containSubset(again, { succeeded: 0, failed: 0, skipped: 4 })
  })
})
