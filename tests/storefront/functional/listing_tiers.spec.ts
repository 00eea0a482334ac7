import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import DeleteTier from '#licensing/actions/delete_tier'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { createTier, declareFeatures, productScope } from '#tests/testkit/tiers'

async function setUp() {
  const { merchant, token } = await createShop()
  const customer = await createCustomer(merchant)
  const pro = await createTier(merchant, { code: 'pro', terms: { expiresAfterDays: 30 } })
  const basic = await createTier(merchant, { code: 'basic' })
  const claim = (body: object) => call('POST', '/v1/enduser/orders', { token: customer.token, body })
  const act = (id: string, move: string, body?: object) =>
    call('POST', `${ordersPath(merchant)}/${id}/${move}`, { token, body })
  const list = (body: object) =>
    call('POST', `${shopPath(merchant)}/listings`, {
      token,
      body: { productId: merchant.productId, name: 'x', kind: 'new', ...body },
    })
  const license = async (tierId: string | null) => {
    const [{ id }] = await seedLicenses(merchant, 1, { tierId })
    await own(customer, id)
    return id
  }
  const read = async (id: string) =>
    (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data.license
  const archive = (id: string) =>
    call('PATCH', `/v1/dashboard/tiers/${id}`, { token, body: { archived: true } })
  const remove = (id: string) => new DeleteTier().execute(productScope(merchant), id, SYSTEM)
  return { merchant, token, customer, pro, basic, claim, act, list, license, read, archive, remove }
}

/** contract/10-storefront#103-listings, contract/17-tiers */
test.group('tiers in listings', () => {
  test('a new license has the tier, and its terms where the listing states none', async ({ assert }) => {
    const { merchant, pro, claim, read, archive } = await setUp()
    const plain = await createListing(merchant, { tierId: pro.id, perCustomer: 2 })
    const own = await createListing(merchant, { tierId: pro.id, terms: { expiresAfterDays: 7 } })
    const sold = async (listingId: string) =>
      read((await claim({ listingId })).body.data.order.licenses[0].id)
    const copied = { tier: 'pro', tierId: pro.id, expirationMode: 'afterActivation', expiresAfterDays: 30 }
    assert.containSubset(await sold(plain.id), copied)
    assert.containSubset(await sold(own.id), { tier: 'pro', expiresAfterDays: 7 })
    await archive(pro.id)
    // It was archived after it was put on sale; a sold listing is still fulfilled.
    assert.containSubset(await sold(plain.id), copied)
  })

  test('a tier that is gone leaves the order to its merchant', async ({ assert }) => {
    const { merchant, basic, claim, remove } = await setUp()
    const { id: listingId } = await createListing(merchant, { tierId: basic.id })
    await remove(basic.id)
    const refused = await claim({ listingId })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  })

  test('a listing whose {tier} is gone cannot be published, but hidden')
    .with([
      { tier: 'tierId', kind: 'new' },
      { tier: 'toTierId', kind: 'upgrade' },
    ] as const)
    .run(async ({ assert }, { tier, kind }) => {
      const { merchant, token, basic, remove } = await setUp()
      const { id } = await createListing(merchant, { kind, [tier]: basic.id })
      await remove(basic.id)
      const move = (to: string) =>
        call('POST', `${shopPath(merchant)}/listings/${id}/${to}`, { token, body: {} })
      const refused = await move('publish')
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
      assert.equal((await move('unpublish')).status, 200)
    })

  test('an upgrade gives its target another tier, and a reversal the one before', async ({ assert }) => {
    const { merchant, pro, basic, claim, act, license, read } = await setUp()
    const upgrade = { toTierId: pro.id, fromTierIds: [basic.id], perCustomer: null }
    const { id: listingId } = await createListing(merchant, { kind: 'upgrade', ...upgrade })
    const targetLicenseId = await license(basic.id)
    const before = await read(targetLicenseId)
    const { order } = (await claim({ listingId, targetLicenseId })).body.data
    assert.containSubset(order.listing, { toTierId: pro.id, fromTierIds: [basic.id] })
    const after = await read(targetLicenseId)
    assert.containSubset(after, { key: before.key, tier: 'pro', expirationMode: 'never' })
    assert.equal((await act(order.id, 'reverse', { reason: 'Refunded' })).status, 200)
    assert.equal((await read(targetLicenseId)).tier, 'basic')
    const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.tier_changed')
    assert.deepEqual(
      told.map(({ data }) => [data.licenseId, data.from, data.to]),
      [
        [targetLicenseId, basic.id, pro.id],
        [targetLicenseId, pro.id, basic.id],
      ]
    )
  })

  test('a reversal to a tier that is gone is forced, and leaves none', async ({ assert }) => {
    const { merchant, pro, basic, claim, act, license, read, remove } = await setUp()
    const { id: listingId } = await createListing(merchant, { kind: 'upgrade', toTierId: pro.id })
    const targetLicenseId = await license(basic.id)
    const { id } = (await claim({ listingId, targetLicenseId })).body.data.order
    await remove(basic.id)
    assert.equal((await act(id, 'reverse', { reason: 'x' })).body.error.code, 'CONFLICT')
    assert.equal((await read(targetLicenseId)).tier, 'pro')
    assert.equal((await act(id, 'reverse', { reason: 'x', force: true })).status, 200)
    assert.isNull((await read(targetLicenseId)).tier)
  })

  test('an upgrade is for the tiers that it names, also when it is fulfilled later', async ({ assert }) => {
    const { merchant, token, pro, basic, claim, act, license } = await setUp()
    const upgrade = { kind: 'upgrade', toTierId: pro.id, perCustomer: null } as const
    const any = await createListing(merchant, { ...upgrade, fulfilment: 'manual' })
    const some = await createListing(merchant, { ...upgrade, fromTierIds: [basic.id] })
    const [none, has, fits] = [await license(null), await license(pro.id), await license(basic.id)]
    const code = async (listingId: string, targetLicenseId: string) =>
      (await claim({ listingId, targetLicenseId })).body.error?.code
    assert.equal(await code(some.id, none), 'CONFLICT')
    assert.equal(await code(some.id, has), 'CONFLICT')
    assert.equal(await code(any.id, has), 'CONFLICT')
    assert.isUndefined(await code(some.id, fits))
    const { order } = (await claim({ listingId: any.id, targetLicenseId: none })).body.data
    await call('PATCH', `/v1/dashboard/licenses/${none}`, { token, body: { tierId: pro.id } })
    assert.equal((await act(order.id, 'fulfil')).body.error.code, 'CONFLICT')
  })

  test('features of its own that leave no room for those of the tier refuse the upgrade', async ({
    assert,
  }) => {
    const { merchant, token, claim, license } = await setUp()
    await declareFeatures(
      merchant,
      ['a', 'b'].map((name) => ({ name, type: 'string' }))
    )
    const big = await createTier(merchant, { features: { a: 'x'.repeat(8000) } })
    const targetLicenseId = await license(null)
    const features = { b: 'y'.repeat(400) }
    await call('PATCH', `/v1/dashboard/licenses/${targetLicenseId}`, { token, body: { features } })
    const { id: listingId } = await createListing(merchant, { kind: 'upgrade', toTierId: big.id })
    const refused = await claim({ listingId, targetLicenseId })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'VALIDATION_ERROR'])
  })

  test('a listing names tiers of its product', async ({ assert }) => {
    const { merchant, token, pro, basic, list, archive } = await setUp()
    const second = await new CreateProduct().execute(merchant, { name: 'Second' })
    const foreign = await createTier({ ...merchant, productId: second.id })
    const upgrade = { kind: 'upgrade', toTierId: pro.id }
    for (const [body, code] of [
      [{ tierId: newId() }, 'NOT_FOUND'],
      [{ tierId: foreign.id }, 'BAD_REQUEST'],
      [{ kind: 'upgrade', toTierId: newId() }, 'NOT_FOUND'],
      [{ ...upgrade, fromTierIds: [basic.id, newId()] }, 'NOT_FOUND'],
      [{ ...upgrade, fromTierIds: [foreign.id] }, 'BAD_REQUEST'],
      [{ tierId: (await createTier((await createShop()).merchant)).id }, 'NOT_FOUND'],
    ] as const) {
      assert.equal((await list(body)).body.error?.code, code, JSON.stringify(body))
    }
    const { id } = (await list({ tierId: basic.id })).body.data.listing
    await archive(basic.id)
    assert.equal((await list({ tierId: basic.id })).body.error.code, 'CONFLICT')
    assert.equal((await list({ ...upgrade, fromTierIds: [basic.id] })).status, 201)
    const patch = (body: object) => call('PATCH', `${shopPath(merchant)}/listings/${id}`, { token, body })
    // Fields that are not sent are not checked again.
    assert.equal((await patch({ name: 'y' })).body.data.listing.tierId, basic.id)
    assert.equal((await patch({ tierId: newId() })).body.error.code, 'NOT_FOUND')
    assert.equal((await patch({ tierId: foreign.id })).body.error.code, 'BAD_REQUEST')
    assert.isNull((await patch({ tierId: null })).body.data.listing.tierId)
  })
})
