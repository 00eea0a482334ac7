import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { MAX_TIERS } from '#licensing/rules/tier'
import FoldDeltas from '#analytics/actions/fold_deltas'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

const BASIC = { code: 'basic', name: 'Basic' }

async function merchantWithFeatures() {
  const merchant = await createMerchant()
  await declareFeatures(merchant, [
    { name: 'export', type: 'boolean' },
    { name: 'seats', type: 'integer' },
  ])
  return merchant
}

function pathsOf({ productId }: Merchant) {
  return {
    tiers: `/v1/dashboard/products/${productId}/tiers`,
    tier: (id: string) => `/v1/dashboard/tiers/${id}`,
    product: `/v1/dashboard/products/${productId}`,
    keyed: `/v1/products/${productId}/tiers`,
  }
}

test.group('tiers', () => {
  test('are made, listed by position, read by keys, changed, copied and deleted', async ({
    client,
    assert,
  }) => {
    const merchant = await merchantWithFeatures()
    const { tiers, tier, keyed } = pathsOf(merchant)
    const { token } = merchant
    const created = await client
      .post(tiers)
      .bearerToken(token)
      .json({
        code: 'pro',
        name: ' Pro ',
        features: { export: true, seats: 3 },
        policy: { hwidMode: 'limit', hwidLimit: 5 },
        terms: { expiresAfterDays: 365 },
        maxHwidResets: 9,
        meters: { renders: { limit: 10, period: 'month', overage: 'deny' } },
        channels: ['stable', 'beta'],
        updatesDays: 365,
        metadata: { plan: 1 },
        position: 2,
      })
    created.assertStatus(201)
    const pro = created.body().data.tier
    assert.containSubset(pro, {
      ...{ productId: merchant.productId, code: 'pro', name: 'Pro', licenseCount: 0, archivedAt: null },
      terms: { expirationMode: 'afterActivation', expiresAt: null, expiresAfterDays: 365 },
      channels: ['stable', 'beta'],
    })
    const basic = (await client.post(tiers).bearerToken(token).json(BASIC)).body().data.tier
    const first = (await client.get(tiers).bearerToken(token).qs({ limit: 1 })).body().data
    assert.deepEqual(first.tiers, [basic])
    const next = await client.get(tiers).bearerToken(token).qs({ limit: 1, cursor: first.nextCursor })
    assert.deepEqual(next.body().data, { tiers: [pro], nextCursor: null })

    const { key } = await createApiKey(merchant, ['product:read'])
    const read = await client.get(`${keyed}/${pro.id}`).header('x-api-key', key)
    assert.deepEqual(read.body().data.tier, pro)
    assert.lengthOf((await client.get(keyed).header('x-api-key', key)).body().data.tiers, 2)

    const archived = await client.patch(tier(pro.id)).bearerToken(token).json({ archived: true, name: 'Old' })
    archived.assertStatus(200)
    assert.equal(archived.body().data.affected, 0)
    assert.isString(archived.body().data.tier.archivedAt)
    const back = await client.patch(tier(pro.id)).bearerToken(token).json({ archived: false, terms: null })
    assert.containSubset(back.body().data.tier, { archivedAt: null, terms: null, name: 'Old' })

    const copied = await client
      .post(`${tier(pro.id)}/duplicate`)
      .bearerToken(token)
      .json({ code: 'pro-2' })
    copied.assertStatus(201)
    assert.containSubset(copied.body().data.tier, {
      code: 'pro-2',
      features: pro.features,
      meters: pro.meters,
    })
    for (const code of ['pro-copy', 'pro-copy-2']) {
      const unnamed = await client.post(`${tier(pro.id)}/duplicate`).bearerToken(token)
      unnamed.assertStatus(201)
      assert.containSubset(unnamed.body().data.tier, { code, features: pro.features })
    }
    const deleted = await client.delete(tier(pro.id)).bearerToken(token)
    assert.deepEqual(deleted.body().data, { id: pro.id })
    ;(await client.get(tier(pro.id)).bearerToken(token)).assertStatus(404)
    const actions = await rows<{ action: string }>(
      db.connection(),
      `select action from audit_entries where org_id = ? and subject_id = ? order by id`,
      [merchant.orgId, pro.id]
    )
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['tier.created', 'tier.updated', 'tier.updated', 'tier.deleted']
    )
  })

  test('{0} is VALIDATION_ERROR for {1}')
    .with([
      [{ features: { expotr: true } }, 'features.expotr'],
      [{ features: { seats: 'many' } }, 'features.seats'],
      [{ policy: { hwidmode: 'none' } }, 'policy.hwidmode'],
      [{ terms: { expirationMode: 'fixed' } }, 'terms.expiresAt'],
      [{ terms: { expiresAfterDays: 0 } }, 'terms.expiresAfterDays'],
      [{ meters: { renders: 1 } }, 'meters.renders'],
      [{ channels: ['nightly'] }, 'channels.0'],
      [{ channels: ['beta', 'beta'] }, 'channels.1'],
      [{ updatesDays: 0 }, 'updatesDays'],
      [{ code: 'PRO' }, 'code'],
      [{ name: ' ' }, 'name'],
      [{ maxHwidReset: 1 }, 'maxHwidReset'],
    ] as [object, string][])
    .run(async ({ client, assert }, [fields, field]) => {
      const merchant = await merchantWithFeatures()
      const { tiers } = pathsOf(merchant)
      const answer = await client
        .post(tiers)
        .bearerToken(merchant.token)
        .json({ ...BASIC, ...fields })
      answer.assertStatus(400)
      assert.equal(answer.body().error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body().error.details[0].field, field)
    })

  test('a code is given once in a product, and a product has so many tiers', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { tiers, tier } = pathsOf(merchant)
    const { token } = merchant
    const basic = await createTier(merchant, BASIC)
    const other = await createTier(merchant)
    const taken = [
      await client.post(tiers).bearerToken(token).json(BASIC),
      await client.patch(tier(other.id)).bearerToken(token).json({ code: 'basic' }),
      await client
        .post(`${tier(other.id)}/duplicate`)
        .bearerToken(token)
        .json({ code: 'basic' }),
    ]
    for (const answer of taken) assert.equal(answer.body().error.code, 'CONFLICT')
    await rows(
      db.connection(),
      `insert into tiers (id, org_id, product_id, code, name, created_at, updated_at)
       select gen_random_uuid(), org_id, product_id, 'filler-' || n, name, now(), now()
       from tiers, generate_series(3, ?) n where id = ?`,
      [MAX_TIERS, basic.id]
    )
    for (const answer of [
      await client.post(tiers).bearerToken(token).json({ code: 'more', name: 'More' }),
      await client
        .post(`${tier(basic.id)}/duplicate`)
        .bearerToken(token)
        .json({ code: 'more' }),
    ]) {
      assert.equal(answer.body().error.code, 'LIMIT_REACHED')
    }
  })

  test('a change that takes something away says from how many, and wants to be confirmed', async ({
    client,
    assert,
  }) => {
    const merchant = await merchantWithFeatures()
    const { tier, product } = pathsOf(merchant)
    const { token } = merchant
    const pro = await createTier(merchant, { features: { export: true, seats: 3 } })
    await seedLicenses(merchant, 2, { tierId: pro.id })
    const [one] = await seedLicenses(merchant, 1, { features: { export: true } })
    const patch = (body: object) => client.patch(tier(pro.id)).bearerToken(token).json(body)
    const asked = await patch({ features: { seats: 3 } })
    asked.assertStatus(400)
    assert.equal(asked.body().error.code, 'VALIDATION_ERROR')
    assert.deepInclude(asked.body().error.details, { field: 'affected', message: '2' })
    assert.equal((await patch({ features: { export: true, seats: 4 } })).body().data.affected, 0)
    const confirmed = await patch({ features: { seats: 4 }, confirm: true })
    confirmed.assertStatus(200)
    assert.equal(confirmed.body().data.affected, 2)

    const declare = (body: object) => client.patch(product).bearerToken(token).json(body)
    const only = { features: [{ name: 'seats', type: 'integer' }] }
    const withdrawn = await declare(only)
    assert.deepInclude(withdrawn.body().error.details, { field: 'affected', message: '1' })
    ;(await declare({ ...only, confirm: true })).assertStatus(200)
    const read = await client.get(`/v1/dashboard/licenses/${one.id}`).bearerToken(token)
    assert.deepEqual(read.body().data.license.features, { seats: 0 })
    const twice = await declare({ features: [...only.features, ...only.features] })
    assert.equal(twice.body().error.details[0].field, 'features.1.name')
    const large = Array.from({ length: 200 }, (_, at) => ({
      name: `f${at}-${'x'.repeat(50)}`,
      type: 'string',
    }))
    assert.equal(
      (await declare({ features: large, confirm: true })).body().error.details[0].field,
      'features'
    )
  })

  test('one with licenses stays; how many it has costs nothing to know', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { tier } = pathsOf(merchant)
    const { token } = merchant
    const pro = await createTier(merchant)
    const countOf = async () =>
      (await client.get(tier(pro.id)).bearerToken(token)).body().data.tier.licenseCount
    const [one] = await seedLicenses(merchant, 3, { tierId: pro.id })
    assert.equal(await countOf(), 3)
    await new FoldDeltas().execute()
    assert.equal(await countOf(), 3)
    const kept = await client.delete(tier(pro.id)).bearerToken(token)
    assert.equal(kept.body().error.code, 'CONFLICT')
    await client.delete(`/v1/dashboard/licenses/${one.id}`).bearerToken(token)
    assert.equal(await countOf(), 2)
  })

  test('nobody reaches the tiers of others', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const other = await createMerchant()
    const theirs = await createTier(other)
    const { key } = await createApiKey(merchant, ['product:read'])
    const read = await client.get(`${pathsOf(merchant).keyed}/${theirs.id}`).header('x-api-key', key)
    assert.equal(read.body().error.code, 'NOT_FOUND')
    const license = await makeLicense(merchant)
    const moved = await client
      .patch(`/v1/dashboard/licenses/${license.id}`)
      .bearerToken(merchant.token)
      .json({ tierId: theirs.id })
    assert.equal(moved.body().error.code, 'NOT_FOUND')
    const unknown = await client.get(pathsOf(merchant).tier(newId())).bearerToken(merchant.token)
    assert.equal(unknown.body().error.code, 'NOT_FOUND')
  })
})
