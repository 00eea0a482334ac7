import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { connect, drain, tell } from '#tests/testkit/processors'
import { shopPath } from '#tests/testkit/shops'
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
})
