import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** contract/10-storefront#106-processor-events */
test.group('a processor that was removed and is connected again', () => {
  test('renews the licenses of its subscriptions, {$self}, and sells none a second time')
    .with(['among others', 'on its own'] as const)
    .run(async ({ assert }, turn) => {
      const { merchant, token, processorId, listingId, ref, customer, send, orders, license } =
        await createSubscriber()
      await send('purchase.paid', { periodEnd: inDays(30) })
      const { id } = await license()
      const shop = shopPath(merchant)
      await call('DELETE', `${shop}/processors/${processorId}`, { token })
      const again = await connect(merchant)
      const providerRefs = [{ processorId: again.id, ref: 'price_1' }]
      await call('PATCH', `${shop}/listings/${listingId}`, { token, body: { providerRefs } })
      const named = turn === 'on its own' ? { ...customer, externalId: 'customer-1' } : customer
      const pay = async (type: string, days: number, name = ref) => {
        const data = { ref: name, subscription: name, providerRef: 'price_1', customer: named }
        await tell(again.id, type, { ...data, periodEnd: inDays(days) })
        await drain()
      }
      await pay('subscription.renewed', 60)
      assert.lengthOf(await orders(), 1)
      assert.equal((await license()).id, id)
      assert.isTrue(near((await license()).expiresAt, 63))
      await pay('subscription.renewed', 90)
      assert.isTrue(near((await license()).expiresAt, 93))
      assert.lengthOf(await orders(), 1)
      // A purchase is a new one, and so is a renewal that nobody knows.
      await pay('purchase.paid', 30, `${ref}-2`)
      await pay('subscription.renewed', 30, `${ref}-3`)
      assert.lengthOf(await orders(), 3)
    })

  test('renews the licenses of its subscriptions at Lemon Squeezy, which reports renewals as updates', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant)
    const shop = shopPath(merchant)
    const join = async () => {
      const { id } = await connect(merchant, 'lemonsqueezy')
      const body = { providerRefs: [{ processorId: id, ref: '7' }] }
      await call('PATCH', `${shop}/listings/${listingId}`, { token, body })
      return id
    }
    const send = async (processorId: string, type: string, days: number, id = '9', order = 1) => {
      const about = { order_id: order, variant_id: 7, status: 'active', user_email: 'ada@example.net' }
      const attributes = { ...about, updated_at: inDays(0), renews_at: inDays(days) }
      const body = JSON.stringify({ meta: { event_name: type }, data: { id, attributes } })
      await post(processorId, body, signedBy('lemonsqueezy', body))
      await drain()
    }
    const read = async () => (await call('GET', ordersPath(merchant), { token })).body.data.orders
    const first = await join()
    await send(first, 'subscription_created', 30)
    await call('DELETE', `${shop}/processors/${first}`, { token })
    const again = await join()
    await send(again, 'subscription_updated', 60)
    await send(again, 'subscription_updated', 90)
    const [{ licenses }, ...others] = await read()
    assert.lengthOf(others, 0)
    const path = `/v1/dashboard/licenses/${licenses[0].id}`
    const { expiresAt } = (await call('GET', path, { token })).body.data.license
    assert.isTrue(near(expiresAt, 93), expiresAt)
    // An update of a subscription that nobody knows waits for its purchase.
    await send(again, 'subscription_updated', 60, '10', 2)
    assert.lengthOf(await read(), 1)
  })
})
