import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { storefront as config } from '#config/storefront'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop, newSlug, SHOP_DOMAIN, shopPath } from '#tests/testkit/shops'

/** contract/10-storefront#102-setup, contract/10-storefront#103-listings */
test.group('setting up a storefront', (group) => {
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('is made, read, changed and deleted', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const path = shopPath(merchant)
    assert.equal((await call('GET', path, { token })).body.error.code, 'NOT_FOUND')
    assert.equal((await call('DELETE', path, { token })).body.error.code, 'NOT_FOUND')
    const slug = newSlug()
    const made = await call('PUT', path, { token, body: { name: 'Editor shop', slug, currency: 'EUR' } })
    assert.equal(made.status, 201)
    assert.containSubset(made.body.data.storefront, {
      ...{ name: 'Editor shop', slug, currency: 'EUR', published: false, suspended: false, theme: null },
      ...{ hostnames: [`${slug}.${SHOP_DOMAIN}`], url: `https://${slug}.${SHOP_DOMAIN}` },
      processor: { state: 'none' },
    })
    const changed = await call('PUT', path, { token, body: { name: 'Shop', slug, published: true } })
    assert.equal(changed.status, 200)
    assert.isNull(changed.body.data.storefront.currency)
    const kept = await call('PUT', path, { token, body: { name: 'Shop', slug } })
    assert.isTrue(kept.body.data.storefront.published)
    assert.deepEqual(
      (await call('GET', path, { token })).body.data.storefront.id,
      made.body.data.storefront.id
    )
    assert.equal((await call('DELETE', path, { token })).status, 200)
    assert.equal((await call('GET', path, { token })).status, 404)
  })

  test('the mails with license keys stay off when the storefront is set up again without a word of them', async ({
    assert,
  }) => {
    const { merchant, token, slug, storefront } = await createShop()
    assert.isTrue(storefront.deliveryMail)
    const put = async (more: object) => {
      const body = { name: 'Shop', slug, ...more }
      return (await call('PUT', shopPath(merchant), { token, body })).body.data.storefront.deliveryMail
    }
    assert.isFalse(await put({ deliveryMail: false }))
    assert.isFalse(await put({}))
    assert.isTrue(await put({ deliveryMail: true }))
    assert.isTrue(await put({}))
  })

  test('a slug is free, not reserved, and well formed', async ({ assert }) => {
    const { slug } = await createShop()
    const merchant = await createMerchant()
    const { token } = merchant
    const put = (body: object) => call('PUT', shopPath(merchant), { token, body: { name: 'Shop', ...body } })
    const taken = await put({ slug })
    assert.equal(taken.body.error.code, 'CONFLICT')
    for (const bad of ['www', 'ab', 'Shop', 'a--b', '-ab', 'x'.repeat(41), 'xn--ab']) {
      assert.equal((await put({ slug: bad })).body.error.code, 'VALIDATION_ERROR', bad)
    }
    const racing = newSlug()
    const two = [merchant, await createMerchant()].map((one) =>
      call('PUT', shopPath(one), { token: one.token, body: { name: 'Shop', slug: racing } })
    )
    const statuses = (await Promise.all(two)).map(({ status }) => status)
    assert.sameMembers(statuses, [201, 409])
  })

  test('listings are made, read, changed, published and archived', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const path = `${shopPath(merchant)}/listings`
    const body = {
      ...{ productId: merchant.productId, name: 'One year', kind: 'new', stock: 5 },
      terms: { expirationMode: 'fixed', expiresAt: '2090-01-01' },
    }
    const made = await call('POST', path, { token, body })
    assert.equal(made.status, 201)
    const { listing } = made.body.data
    assert.containSubset(listing, { perCustomer: 1, published: false, taken: 0, graceDays: 3, price: null })
    assert.equal(listing.terms.expiresAt, '2090-01-01T00:00:00.000Z')
    assert.notProperty(listing, 'orgId')
    const one = `${path}/${listing.id}`
    assert.deepEqual((await call('GET', one, { token })).body.data.listing, listing)
    for (const [length, status] of [
      [120, 200],
      [121, 400],
    ]) {
      const named = await call('PATCH', one, { token, body: { name: 'x'.repeat(length) } })
      assert.equal(named.status, status, `${length} characters`)
    }
    const changed = await call('PATCH', one, { token, body: { name: 'A year', stock: null } })
    assert.containSubset(changed.body.data.listing, { name: 'A year', stock: null, perCustomer: 1 })
    const amount = { price: { amount: 100, currency: 'EUR' } }
    for (const [patch, perCustomer] of [
      [amount, null],
      [{ price: null }, 1],
      [{ ...amount, perCustomer: 7 }, 7],
      [{ price: null }, 7],
    ] as const) {
      const priced = await call('PATCH', one, { token, body: patch })
      assert.equal(priced.body.data.listing.perCustomer, perCustomer, JSON.stringify(patch))
    }
    assert.isTrue((await call('POST', `${one}/publish`, { token })).body.data.listing.published)
    assert.isFalse((await call('POST', `${one}/unpublish`, { token })).body.data.listing.published)
    assert.lengthOf((await call('GET', `${path}?limit=1`, { token })).body.data.listings, 1)
    assert.equal((await call('DELETE', one, { token })).body.data.id, listing.id)
    for (const [method, at] of [
      ...[
        ['GET', one],
        ['PATCH', one],
        ['DELETE', one],
      ],
      ...[
        ['POST', `${one}/publish`],
        ['POST', `${one}/unpublish`],
      ],
    ]) {
      const gone = await call(method, at, { token, body: method === 'PATCH' ? { name: 'x' } : undefined })
      assert.equal(gone.body.error.code, 'LISTING_NOT_FOUND', `${method} ${at}`)
    }
  })

  test('a listing has the fields of its kind', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const { productId } = merchant
    const post = (body: object) =>
      call('POST', `${shopPath(merchant)}/listings`, { token, body: { productId, name: 'x', ...body } })
    for (const [body, field] of [
      [{ kind: 'renewal' }, 'extendDays'],
      [{ kind: 'upgrade' }, 'toTierId'],
      [{ kind: 'upgrade', toTierId: newId(), policyOverride: {} }, 'policyOverride'],
      [{ kind: 'upgrade', toTierId: newId(), fromTierIds: [] }, 'fromTierIds'],
      [{ kind: 'upgrade', toTierId: 'pro' }, 'toTierId'],
      [{ kind: 'new', toTierId: newId() }, 'toTierId'],
      [{ kind: 'renewal', extendDays: 3, tierId: newId() }, 'tierId'],
      [{ kind: 'addon', grant: {} }, 'grant'],
      [{ kind: 'new', extendDays: 3 }, 'extendDays'],
      [{ kind: 'renewal', extendDays: 3, terms: {} }, 'terms'],
      [{ kind: 'new', terms: { expirationMode: 'fixed' } }, 'terms.expiresAt'],
      [{ kind: 'new', policyOverride: { hwidLimit: 0 } }, 'policyOverride.hwidLimit'],
      [{ kind: 'new', checkoutUrl: 'http://pay.example.com' }, 'checkoutUrl'],
    ] as const) {
      const { body: answer } = await post(body)
      assert.equal(answer.error?.code, 'VALIDATION_ERROR', JSON.stringify(body))
      assert.equal(answer.error.details![0].field, field)
    }
    assert.equal((await post({ kind: 'renewal', extendDays: 365, renewFrom: 'expiry' })).status, 201)
    assert.equal((await post({ kind: 'addon', grant: { hwidLimit: 2 } })).status, 201)
  })

  test('a listing needs a storefront and a product of the org', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, productId } = merchant
    const body = { productId, name: 'x', kind: 'new' }
    const path = `${shopPath(merchant)}/listings`
    assert.equal((await call('POST', path, { token, body })).body.error.code, 'STOREFRONT_NOT_SETUP')
    await createShop(merchant)
    const foreign = (await createMerchant()).productId
    for (const other of [foreign, newId()]) {
      const refused = await call('POST', path, { token, body: { ...body, productId: other } })
      assert.equal(refused.body.error.code, 'PRODUCT_NOT_FOUND')
    }
    const unknown = { ...body, providerRefs: [{ processorId: newId(), ref: 'price_1' }] }
    assert.equal((await call('POST', path, { token, body: unknown })).body.error.code, 'NOT_FOUND')
  })

  test('a listing of another org is not found', async ({ assert }) => {
    const { merchant } = await createShop()
    const stranger = await createShop()
    const { id } = await createListing(merchant)
    const foreign = await call('GET', `${shopPath(stranger.merchant)}/listings/${id}`, {
      token: stranger.token,
    })
    assert.equal(foreign.body.error.code, 'LISTING_NOT_FOUND')
  })

  test('something with a price that is handed out at once needs a ready processor', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const price = { amount: 1900, currency: 'EUR' }
    const { id } = await createListing(merchant, { price, published: false })
    const one = `${shopPath(merchant)}/listings/${id}`
    assert.equal((await call('POST', `${one}/publish`, { token })).body.error.code, 'PROCESSOR_NOT_READY')
    await call('PATCH', one, { token, body: { fulfilment: 'manual' } })
    assert.equal((await call('POST', `${one}/publish`, { token })).status, 200)
    const instant = await call('PATCH', one, { token, body: { fulfilment: 'instant' } })
    assert.equal(instant.body.error.code, 'PROCESSOR_NOT_READY')
  })
})
