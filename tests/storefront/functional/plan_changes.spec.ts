import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createListing } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createTier } from '#tests/testkit/tiers'

/** contract/10-storefront#106-processor-events */
test.group('a subscription that changes to another price', () => {
  test('lasts until the end of the period that is paid for then, and never less', async ({ assert }) => {
    const { send, license, merchant, token, processorId } = await createSubscriber()
    await createListing(merchant, { name: 'Yearly', providerRefs: [{ processorId, ref: 'price_year' }] })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.changed', { providerRef: 'price_year', periodEnd: inDays(365) })
    assert.isTrue(near((await license()).expiresAt, 368))
    const ledger = `/v1/dashboard/orgs/${merchant.orgId}/storefront/processors/${processorId}/events`
    const [{ result }] = (await call('GET', ledger, { token })).body.data.events
    assert.equal(result, 'The license now has what the listing Yearly gives')
    await send('subscription.changed', { providerRef: 'price_1', periodEnd: inDays(60) })
    assert.isTrue(near((await license()).expiresAt, 368))
  })

  test('may name the new listing by its id, and lasts by the rules of that listing from then on', async ({
    assert,
  }) => {
    const { send, license, merchant, listingId } = await createSubscriber({ onEnd: 'suspend', graceDays: 1 })
    const { id } = await createListing(merchant, { name: 'Pro', onEnd: 'revoke', graceDays: 9 })
    const byId = (listing: string) => ({ providerRef: undefined, listingId: listing })
    await send('purchase.paid', { ...byId(listingId), periodEnd: inDays(30) })
    assert.isTrue(near((await license()).expiresAt, 31))
    await send('subscription.changed', { ...byId(id), periodEnd: inDays(40) })
    assert.isTrue(near((await license()).expiresAt, 49))
    await send('subscription.renewed', { ...byId(id), periodEnd: inDays(70) })
    assert.isTrue(near((await license()).expiresAt, 79))
    await send('subscription.ended', byId(id))
    assert.equal((await license()).status, 'REVOKED')
  })

  test('gives a revoked license the new plan as well, and the order is flagged', async ({ assert }) => {
    const { send, license, orders, act, merchant, processorId } = await createSubscriber()
    const { id: tierId } = await createTier(merchant)
    const providerRefs = [{ processorId, ref: 'price_pro' }]
    await createListing(merchant, { name: 'Pro', tierId, providerRefs })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await act('revoke')
    await send('subscription.changed', { providerRef: 'price_pro', periodEnd: inDays(60) })
    const { expiresAt, ...after } = await license()
    assert.containSubset(after, { status: 'REVOKED', tierId })
    assert.isTrue(near(expiresAt, 63))
    assert.deepEqual((await orders())[0].flags, ['held_by_merchant'])
  })

  test('keeps what an addon has added, where neither price says anything of it', async ({ assert }) => {
    const { send, license, orders, merchant, processorId } = await createSubscriber()
    await createListing(merchant, { name: 'Other', providerRefs: [{ processorId, ref: 'price_9' }] })
    await createListing(merchant, {
      ...{ name: 'Devices', kind: 'addon', grant: { hwidLimit: 2 } },
      providerRefs: [{ processorId, ref: 'price_add' }],
    })
    await send('purchase.paid')
    const { key } = await license()
    const addon = { ref: 'pay_add', subscription: undefined, providerRef: 'price_add', licenseKey: key }
    await send('purchase.paid', addon)
    const { policyOverride } = await license()
    assert.isAbove(policyOverride.hwidLimit, 2)
    await send('subscription.changed', { providerRef: 'price_9' })
    assert.deepEqual((await license()).policyOverride, policyOverride)
    assert.lengthOf(await orders(), 2)
  })

  test('of another product keeps its license as it is, and the order is flagged: {$self}')
    .with(['policy', 'tier'] as const)
    .run(async ({ assert }, gives) => {
      const { send, license, orders, merchant, token, processorId } = await createSubscriber()
      const products = `/v1/dashboard/orgs/${merchant.orgId}/products`
      const other = (await call('POST', products, { token, body: { name: 'Suite' } })).body.data.product
      const suite = { ...merchant, productId: other.id }
      const given =
        gives === 'policy' ? { policyOverride: { hwidLimit: 9 } } : { tierId: (await createTier(suite)).id }
      const providerRefs = [{ processorId, ref: 'price_suite' }]
      await createListing(suite, { name: 'Suite', providerRefs, ...given })
      await send('purchase.paid', { periodEnd: inDays(30) })
      const { id, policyOverride, tierId } = await license()
      await send('subscription.changed', { providerRef: 'price_suite', periodEnd: inDays(60) })
      const after = await license()
      assert.containSubset(after, { id, policyOverride, tierId, productId: merchant.productId })
      assert.isTrue(near(after.expiresAt, 63))
      const [order, ...more] = await orders()
      assert.lengthOf(more, 0)
      assert.containSubset(order, { state: 'fulfilled', flags: ['target_inactive'] })
      await send('subscription.changed', { providerRef: 'price_1', periodEnd: inDays(90) })
      assert.isTrue(near((await license()).expiresAt, 93))
    })

  test('of an addon or a renewal is no other plan: the license keeps its tier, and the period counts', async ({
    assert,
  }) => {
    const { send, license, orders, merchant, token, listingId, processorId } = await createSubscriber()
    const { id: tierId } = await createTier(merchant)
    const listings = `/v1/dashboard/orgs/${merchant.orgId}/storefront/listings`
    await call('PATCH', `${listings}/${listingId}`, { token, body: { tierId } })
    const refs = (ref: string) => ({ providerRefs: [{ processorId, ref }] })
    await createListing(merchant, { kind: 'addon', grant: { hwidLimit: 2 }, ...refs('price_add') })
    await createListing(merchant, { kind: 'renewal', extendDays: 30, ...refs('price_more') })
    await send('purchase.paid', { periodEnd: inDays(30) })
    assert.equal((await license()).tierId, tierId)
    for (const [providerRef, days] of [
      ['price_add', 60],
      ['price_more', 90],
    ] as const) {
      await send('subscription.changed', { providerRef, periodEnd: inDays(days) })
      const { tierId: kept, expiresAt } = await license()
      assert.equal(kept, tierId)
      assert.isTrue(near(expiresAt, days + 3))
    }
    assert.containSubset(await orders(), [{ state: 'fulfilled', flags: [] }])
  })
})
