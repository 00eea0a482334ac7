import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createApiKey, type Merchant } from '#tests/testkit/merchant'
import { authorize } from '#tests/testkit/runtime'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { until } from '#tests/testkit/wait'

/** Starts the customer's program for the first time. */
async function start(merchant: Merchant, licenseKey: string) {
  const { id: keyId, key, signingSecret } = await createApiKey(merchant, ['license:authorize'])
  await until('the activation', async () => {
    const answer = await authorize({ ...merchant, key, signingSecret, keyId }, licenseKey)
    return answer.body.data?.wasActivated
  })
}

/** contract/10-storefront#105-orders */
test.group('orders whose license is in use', () => {
  test('the customer uses the license: its order is reversed without force', async ({ assert }) => {
    const { merchant, token, send, license, orders } = await createSubscriber()
    await send('purchase.paid', { subscription: undefined })
    await start(merchant, (await license()).key)
    const [{ id }] = await orders()
    const body = { reason: 'Returned' }
    const reversed = await call('POST', `${ordersPath(merchant)}/${id}/reverse`, { token, body })
    assert.equal(reversed.status, 200)
    assert.equal((await license()).status, 'REVOKED')
  })

  test('a refund takes back the days of a renewal from a license that was used since', async ({ assert }) => {
    const { merchant, processorId, send, license, orders } = await createSubscriber({
      terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never },
    })
    await send('purchase.paid', { subscription: undefined })
    const { key } = await license()
    const providerRefs = [{ processorId, ref: 'price_2' }]
    await createListing(merchant, { kind: 'renewal', extendDays: 30, name: 'More', providerRefs })
    const renewal = { subscription: undefined, providerRef: 'price_2', licenseKey: key, ref: 'pay_2' }
    await send('purchase.paid', renewal)
    await start(merchant, key)
    await send('refund.full', renewal)
    assert.containSubset((await orders())[0], { state: 'reversed', flags: [] })
    assert.isTrue(near((await license()).expiresAt, 10))
  })

  test('a license in use gets its expiry from the first paid period', async ({ assert }) => {
    const { merchant, send, license } = await createSubscriber()
    await send('purchase.paid')
    await start(merchant, (await license()).key)
    await send('subscription.renewed', { periodEnd: inDays(30) })
    assert.isTrue(near((await license()).expiresAt, 33))
  })
})
