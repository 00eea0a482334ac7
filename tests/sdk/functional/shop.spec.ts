import { test } from '@japa/runner'
import { storefront as config } from '#config/storefront'
import { newId } from '#kernel/secrets/ids'
import { LatchkeyPortal } from '#sdk/api/portal'
import { failureOf } from '#tests/testkit/client'
import { createEndUser, openPortal, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { drain, SECRET, tell } from '#tests/testkit/processors'
import { dashboardSdk, keyedSdk } from '#tests/testkit/sdk'
import { newSlug, SHOP_DOMAIN } from '#tests/testkit/shops'

const options = { baseUrl: BASE }

test.group('SDK: shops', (group) => {
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('a shop is set up, found and bought from', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { storefront, orders } = dashboardSdk(merchant).org(merchant.orgId)
    assert.equal((await failureOf(storefront.get()))?.code, 'NOT_FOUND')
    const slug = newSlug()
    const made = await storefront.set({ name: 'Editor shop', slug, published: true })
    assert.deepEqual(await storefront.get(), made)
    const { listings } = storefront
    const { id: listingId } = await listings.create({
      ...{ productId: merchant.productId, name: 'A year', kind: 'new' },
    })
    assert.isTrue((await listings.publish(listingId)).published)
    assert.equal((await listings.update(listingId, { stock: 3 })).stock, 3)
    assert.equal((await listings.get(listingId)).name, 'A year')
    const shop = await LatchkeyPortal.shop(options, `${slug}.${SHOP_DOMAIN}`)
    assert.equal(shop.listings[0].id, listingId)
    const offers = LatchkeyPortal.listings(options, made.id)
    assert.deepEqual((await offers.list().first()).items, [await offers.get(listingId)])
    const tokens = await signIn(await createEndUser(merchant))
    const portal = new LatchkeyPortal({ ...options, tokens })
    assert.deepEqual(await portal.shop(), shop)
    const mine = portal.orders
    const { order, checkout } = await mine.claim({ listingId })
    assert.isNull(checkout)
    assert.equal((await mine.get(order.id)).licenses[0].key, order.licenses[0].key)
    assert.deepEqual(await mine.getWithCheckout(order.id), { order, checkout })
    assert.deepEqual((await mine.list().first()).items, [order])
    assert.equal((await orders.reverse(order.id, { reason: 'Refunded' })).state, 'reversed')
    assert.isFalse((await listings.unpublish(listingId)).published)
    assert.deepEqual(
      (await listings.list().first()).items.map(({ id }) => id),
      [listingId]
    )
    assert.equal(await listings.archive(listingId), listingId)
    assert.equal(await storefront.delete(), made.id)
  })

  test('sales are recorded, fulfilled and rejected by users and by API keys', async ({ assert }) => {
    const merchant = await createMerchant()
    const { storefront, orders } = dashboardSdk(merchant).org(merchant.orgId)
    await storefront.set({ name: 'Editor shop', slug: newSlug() })
    const manual = { fulfilment: 'manual', kind: 'new' } as const
    const { productId } = merchant
    const { id: listingId } = await storefront.listings.create({ ...manual, productId, name: 'A year' })
    const keyed = (await keyedSdk(merchant)).orders
    const sale = { listingId, email: `${newId()}@example.net` }
    const [first, second] = [await keyed.create(sale), await orders.create(sale)]
    assert.equal((await keyed.fulfil(first.id)).state, 'fulfilled')
    assert.equal((await failureOf(orders.fulfil(first.id)))?.code, 'CONFLICT')
    assert.equal((await orders.reject(second.id, { reason: 'No stock' })).state, 'rejected')
    const found = await orders.list({ state: 'rejected' }).first()
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [second.id]
    )
  })

  test('a processor is connected, tried out, read and replayed', async ({ assert }) => {
    const merchant = await createMerchant()
    const { processors } = dashboardSdk(merchant).org(merchant.orgId).storefront
    const { id } = await processors.create({ provider: 'standard', name: 'Relay', secret: SECRET })
    assert.equal((await processors.update(id, { name: 'Our relay' })).name, 'Our relay')
    const data = { ref: 'pay_1', providerRef: 'price_1', customer: { email: 'ada@example.net' } }
    const would = await processors.try(id, { type: 'purchase.paid', id: 'evt_1', data })
    assert.containSubset(would, { meaning: 'purchase.paid', state: 'ignored' })
    await tell(id, 'purchase.paid', data)
    await drain()
    const [event] = (await processors.events(id, { state: 'ignored' }).first()).items
    assert.equal(await processors.replay(id, event.id), event.id)
    assert.equal((await failureOf(processors.replay(id, event.id)))?.code, 'CONFLICT')
    assert.equal((await processors.list())[0].state, 'ready')
    assert.equal(await processors.delete(id), id)
  })

  test('a domain is claimed and given up', async ({ assert }) => {
    const merchant = await createMerchant()
    const { domains } = dashboardSdk(merchant).org(merchant.orgId)
    const hostname = `${newSlug()}.example.org`
    const domain = await domains.create({ hostname, purpose: 'hosting' })
    assert.deepEqual(await domains.get(domain.id), domain)
    assert.deepEqual(await domains.list(), [domain])
    assert.equal((await failureOf(domains.verify(newId())))?.code, 'NOT_FOUND')
    assert.equal(await domains.delete(domain.id), domain.id)
  })
})
