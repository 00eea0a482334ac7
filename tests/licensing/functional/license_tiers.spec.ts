import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { effectiveFeatures, isGranted } from '#catalog/rules/features'
import CreateProduct from '#catalog/actions/create_product'
import ListLicenses from '#licensing/queries/list_licenses'
import CountLicenses from '#licensing/queries/count_licenses'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

async function scene() {
  const merchant = await createMerchant()
  await declareFeatures(merchant, [
    { name: 'export', type: 'boolean' },
    { name: 'seats', type: 'integer' },
    { name: 'edition', type: 'string' },
  ])
  const pro = await createTier(merchant, {
    code: 'pro',
    features: { export: true, seats: 3 },
    policy: { hwidMode: 'limit', hwidLimit: 5 },
    terms: { expiresAfterDays: 30 },
  })
  return { merchant, pro, basic: await createTier(merchant, { code: 'basic' }) }
}

for (const family of FAMILIES) {
  test.group(`${family}: licenses in tiers`, () => {
    test('terms are copied, everything else is read through the tier', async ({ client, assert }) => {
      const { merchant, pro } = await scene()
      const { licenses, license, headers } = await familyOf(family, merchant)
      const order = { productId: merchant.productId, tierId: pro.id }
      const made = await client
        .post(licenses)
        .headers(headers)
        .json({ ...order, features: { seats: 9 } })
      made.assertStatus(201)
      const [one] = made.body().data.licenses
      assert.containSubset(one, { tier: 'pro', expiresAfterDays: 30 })
      const stated = await client
        .post(licenses)
        .headers(headers)
        .json({ ...order, expirationMode: 'never' })
      assert.containSubset(stated.body().data.licenses[0], { tier: 'pro', expiresAfterDays: null })
      const read = (await client.get(license(one.id)).headers(headers)).body().data.license
      assert.containSubset(read, {
        ...{ tier: 'pro', tierId: pro.id, ownFeatures: { seats: 9 } },
        features: { export: true, seats: 9, edition: '' },
        effectivePolicy: { hwidMode: 'limit', hwidLimit: 5 },
      })
      await client
        .patch(`/v1/dashboard/tiers/${pro.id}`)
        .bearerToken(merchant.token)
        .json({ features: { export: true, edition: 'x' }, terms: { expiresAfterDays: 7 }, confirm: true })
      const again = (await client.get(license(one.id)).headers(headers)).body().data.license
      assert.deepEqual(again.features, { export: true, seats: 9, edition: 'x' })
      assert.equal(again.expiresAfterDays, 30)
    })

    test('a PATCH gives another tier, with event and timeline, and features of its own', async ({
      client,
      assert,
    }) => {
      const { merchant, pro, basic } = await scene()
      const { license, headers, licenses } = await familyOf(family, merchant)
      const [one] = await seedLicenses(merchant, 1, { tierId: basic.id, features: { seats: 2 } })
      const patch = (body: object) => client.patch(license(one.id)).headers(headers).json(body)
      const moved = await patch({ tierId: pro.id, features: null })
      moved.assertStatus(200)
      assert.containSubset(moved.body().data.license, {
        tier: 'pro',
        ownFeatures: null,
        features: { seats: 3 },
      })
      const [told] = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.tier_changed')
      const data = { licenseId: one.id, productId: merchant.productId, from: basic.id, to: pro.id }
      assert.deepEqual(told.data, data)
      const events = (await client.get(`${license(one.id)}/events`).headers(headers)).body().data.events
      assert.equal(events[0].type, 'license.tier_changed')
      const same = await patch({ tierId: pro.id })
      assert.equal(same.body().data.license.revision, moved.body().data.license.revision)
      assert.equal((await patch({ tierId: null })).body().data.license.tier, null)
      const listed = await client.get(licenses).headers(headers).qs({ tierId: pro.id })
      assert.lengthOf(listed.body().data.licenses, 0)
    })

    test('tiers and features that are not there are refused', async ({ client, assert }) => {
      const { merchant, pro } = await scene()
      const { license, licenses, headers } = await familyOf(family, merchant)
      const [one] = await seedLicenses(merchant, 1)
      const second = await new CreateProduct().execute(merchant, { name: 'Second' })
      const foreign = await createTier({ ...merchant, productId: second.id })
      const archived = await createTier(merchant, { archived: true })
      for (const [fields, status, code] of [
        [{ tierId: newId() }, 404, 'NOT_FOUND'],
        [{ tierId: foreign.id }, 400, 'BAD_REQUEST'],
        [{ tierId: archived.id }, 409, 'CONFLICT'],
        [{ features: { expotr: true } }, 400, 'VALIDATION_ERROR'],
        [{ tierId: pro.id, features: { seats: 'x' } }, 400, 'VALIDATION_ERROR'],
        [{ features: { edition: 'x'.repeat(8200) } }, 400, 'VALIDATION_ERROR'],
      ] as [object, number, string][]) {
        const order = { productId: merchant.productId, ...fields }
        for (const answer of [
          await client.post(licenses).headers(headers).json(order),
          await client.patch(license(one.id)).headers(headers).json(fields),
        ]) {
          assert.deepEqual(
            [answer.status(), answer.body().error.code],
            [status, code],
            JSON.stringify(fields)
          )
        }
      }
    })
  })
}

test.group('licenses by tier and feature', () => {
  test('the list, its total and its pages, as the rules say', async ({ assert }) => {
    const { merchant, pro, basic } = await scene()
    const value = fc.record(
      { export: fc.boolean(), seats: fc.integer({ min: 0, max: 2 }), edition: fc.constantFrom('', 'x') },
      { requiredKeys: [] }
    )
    const own = fc.option(value, { nil: null })
    const made = fc.sample(fc.tuple(fc.constantFrom(pro, basic, null), own), { numRuns: 60, seed: 7 })
    let next = 0
    const seeded = await seedLicenses(merchant, made.length, () => {
      const [tier, features] = made[next++]
      return { tierId: tier?.id ?? null, features: features }
    })
    const list = new ListLicenses(new CountLicenses())
    const query = { page: 1, pageSize: 100, sort: 'createdAt' } as const
    for (const tier of [pro, basic]) {
      const { licenses, total } = await list.execute(merchant.scope, { ...query, tierId: tier.id })
      const wanted = seeded.filter(({ tierId }) => tierId === tier.id).map(({ id }) => id)
      assert.sameMembers(
        licenses.map(({ id }) => id),
        wanted
      )
      assert.equal(total, wanted.length)
    }
    const defaults = { export: false, seats: 0, edition: '' }
    for (const feature of ['export', 'seats', 'edition', 'never']) {
      const { licenses } = await list.execute(merchant.scope, { ...query, feature })
      const wanted = seeded.filter((_, at) => {
        const [tier, features] = made[at]
        return isGranted(effectiveFeatures(defaults, tier?.features ?? null, features), feature)
      })
      assert.sameMembers(
        licenses.map(({ id }) => id),
        wanted.map(({ id }) => id),
        feature
      )
    }
    const both = await list.execute(merchant.scope, {
      ...query,
      tierId: pro.id,
      feature: 'export',
      status: 'ACTIVE',
    })
    assert.equal(both.total, both.licenses.length)
  })

  test('no index holds the tier', async ({ assert }) => {
    const found = await rows<{ indexdef: string }>(
      db.connection(),
      `select indexdef from pg_indexes where tablename = 'licenses' and schemaname = current_schema()`
    )
    assert.isNotEmpty(found)
    for (const { indexdef } of found) assert.notMatch(indexdef, /tier_id|features/)
  })
})
