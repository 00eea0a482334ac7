import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { createListing, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** contract/10-storefront#106-processor-events */
test.group('money that goes back, or may go back', () => {
  test('a refund that its merchant decides about gives no pieces back, and a reversal gives them once', async ({
    assert,
  }) => {
    const { send, license, orders, token, processorId, merchant } = await createSubscriber({
      terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never },
    })
    await send('purchase.paid', { subscription: undefined })
    const { id, key } = await license()
    const listing = await createListing(merchant, {
      ...{ kind: 'renewal', extendDays: 30, name: 'More', stock: 5 },
      providerRefs: [{ processorId, ref: 'price_2' }],
    })
    const renewal = { subscription: undefined, providerRef: 'price_2', licenseKey: key }
    for (const ref of ['pay_2', 'pay_3']) await send('purchase.paid', { ...renewal, ref })
    const taken = async () =>
      (await call('GET', `${shopPath(merchant)}/listings/${listing.id}`, { token })).body.data.listing.taken
    assert.equal(await taken(), 2)
    await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { metadata: { vip: true } } })
    await send('refund.full', { ...renewal, ref: 'pay_3' })
    const [order] = await orders()
    assert.containSubset(order, { state: 'fulfilled', flags: ['changed_since'] })
    assert.equal(await taken(), 2)
    const body = { reason: 'Refunded', force: true }
    await call('POST', `${ordersPath(merchant)}/${order.id}/reverse`, { token, body })
    assert.equal(await taken(), 1)
  })

  test('a dispute that is won brings back nothing that the end of the subscription has suspended')
    .with([
      ['dispute.opened', 'subscription.ended'] as const,
      ['subscription.ended', 'dispute.opened'] as const,
    ])
    .run(async ({ assert }, order) => {
      const { send, license } = await createSubscriber({ onEnd: 'suspend' })
      await send('purchase.paid', { periodEnd: inDays(30) })
      for (const type of order) await send(type)
      await send('dispute.won')
      assert.equal((await license()).status, 'SUSPENDED')
      await send('subscription.renewed', { periodEnd: inDays(60) })
      assert.equal((await license()).status, 'ACTIVE')
    })

  test('a license stays suspended until its dispute is decided, also when the next period is paid', async ({
    assert,
  }) => {
    const { send, license, orders } = await createSubscriber()
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('dispute.opened')
    await send('subscription.renewed', { periodEnd: inDays(60) })
    const disputed = await license()
    assert.equal(disputed.status, 'SUSPENDED')
    assert.isTrue(near(disputed.expiresAt, 63))
    await send('dispute.won')
    assert.equal((await license()).status, 'ACTIVE')
    assert.deepEqual((await orders())[0].flags, [])
  })

  test('a dispute about a reversed {sold.kind} leaves its license ACTIVE: {events}')
    .with(
      [
        { kind: 'addon', grant: { hwidLimit: 2 } },
        { kind: 'renewal', extendDays: 30 },
      ].flatMap((sold) =>
        [
          ['refund.full', 'dispute.opened', 'dispute.lost'],
          ['dispute.opened', 'refund.full', 'dispute.lost'],
          ['dispute.opened', 'refund.full', 'dispute.won'],
        ].map((events) => ({ sold, events }))
      )
    )
    .run(async ({ assert }, { sold, events }) => {
      const terms = { expirationMode: 'fixed', expiresAt: inDays(10) }
      const { more, read, orders } = await createSharedLicense(sold, { subscription: undefined }, { terms })
      await more('purchase.paid', { subscription: undefined })
      for (const type of events) await more(type, { subscription: undefined })
      assert.equal((await orders())[0].state, 'reversed')
      assert.containSubset(await read(), { status: 'ACTIVE' })
    })
})
