import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createListing } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** A license that a subscription has paid for, or that has no end, and a second subscription that names it. */
async function shared(sold: object, first: object, listing: object = {}) {
  const shop = await createSubscriber(listing)
  const { merchant, processorId, send, license } = shop
  const providerRefs = [{ processorId, ref: 'price_2' }]
  await createListing(merchant, { name: 'More', providerRefs, ...sold })
  await send('purchase.paid', first)
  const { key } = await license()
  const other = {
    ref: `${shop.ref}-2`,
    subscription: `${shop.ref}-2`,
    providerRef: 'price_2',
    licenseKey: key,
  }
  const more = (type: string, data: object = {}) => send(type, { ...other, ...data })
  // The license of the oldest order.
  const read = async () => {
    const { licenses } = (await shop.orders()).at(-1)
    const path = `/v1/dashboard/licenses/${licenses[0].id}`
    return (await call('GET', path, { token: shop.token })).body.data.license
  }
  return { ...shop, more, read }
}

const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } } as const
const RENEWAL = { kind: 'renewal', extendDays: 1 } as const

/** contract/10-storefront#106-processor-events */
test.group('the end of one of two subscriptions for a license', () => {
  test('takes away nothing that the other one has paid for: {kind}')
    .with([ADDON, RENEWAL])
    .run(async ({ assert }, sold) => {
      const { send, more, read } = await shared(sold, { periodEnd: inDays(60) })
      await more('purchase.paid', { periodEnd: inDays(30) })
      await more('subscription.ended', { periodEnd: inDays(30) })
      assert.containSubset(await read(), { status: 'ACTIVE' })
      assert.isTrue(near((await read()).expiresAt, 63))
      await send('subscription.ended', { periodEnd: inDays(60) })
      assert.isTrue(near((await read()).expiresAt, 60))
    })

  test('is that of the license where the other one has ended before', async ({ assert }) => {
    const { send, more, read } = await shared(RENEWAL, { periodEnd: inDays(30) })
    await more('purchase.paid', { periodEnd: inDays(60) })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 63))
    await more('subscription.ended', { periodEnd: inDays(60) })
    assert.isTrue(near((await read()).expiresAt, 60))
  })

  test('is that of the license where the other one was refunded', async ({ assert }) => {
    const { send, more, read } = await shared(RENEWAL, { periodEnd: inDays(30) })
    await more('purchase.paid', { periodEnd: inDays(60) })
    await more('refund.full')
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 30))
  })

  test('of an addon takes none of the time that was bought at once: {$self}')
    .with([30, 400])
    .run(async ({ assert }, days) => {
      const terms = { expiresAt: inDays(365) }
      const { more, read } = await shared(ADDON, { subscription: undefined }, { terms })
      await more('purchase.paid', { periodEnd: inDays(10) })
      await more('subscription.renewed', { periodEnd: inDays(days) })
      await more('subscription.ended', { periodEnd: inDays(days) })
      assert.isTrue(near((await read()).expiresAt, Math.max(days, 365)))
    })

  test('of an addon leaves a license that never expires as it is', async ({ assert }) => {
    const { more, read } = await shared(ADDON, { subscription: undefined })
    await more('purchase.paid', { periodEnd: inDays(30) })
    await more('subscription.ended', { periodEnd: inDays(30) })
    assert.containSubset(await read(), { status: 'ACTIVE', expirationMode: 'never', expiresAt: null })
  })
})
