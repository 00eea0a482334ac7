import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** contract/10-storefront#106-processor-events: an older event changes nothing. */
test.group('a dispute that is opened before it was lost, but told of after it', () => {
  test('suspends nothing if another payment keeps the order', async ({ assert }) => {
    const { ref, say, sayLate, order, read, unsuspend, result } = await createWaitingOrder()
    await unsuspend()
    await say('purchase.paid')
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await sayLate(1, 'dispute.lost', { subscription: undefined })
    await sayLate(5, 'dispute.opened', { subscription: undefined })
    assert.equal(await result(), 'The dispute is over already')
    assert.equal((await read()).status, 'ACTIVE')
  })

  test('does not keep the next period of its subscription waiting', async ({ assert }) => {
    const { say, sayLate, orders, read, unsuspend, subscription } = await createWaitingOrder()
    await sayLate(20, 'purchase.paid', { periodEnd: inDays(10) })
    await sayLate(1, 'dispute.lost')
    await sayLate(5, 'dispute.opened')
    await unsuspend()
    await say('subscription.renewed', { subscription, periodEnd: inDays(60) })
    assert.equal((await orders())[0].state, 'fulfilled')
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
  })
})

/** contract/10-storefront#106-processor-events */
test.group('money that went back before a later payment for an order that waits', () => {
  test('flags the order, which has the later period: {$self}')
    .with(['refund.full', 'dispute.lost'] as const)
    .run(async ({ assert }, type) => {
      const { sayLate, order, read, unsuspend, fulfil } = await createWaitingOrder()
      await sayLate(10, 'purchase.paid', { periodEnd: inDays(30) })
      await sayLate(1, 'subscription.renewed', { periodEnd: inDays(90) })
      await sayLate(4, type)
      assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive', 'partial_refund'] })
      await unsuspend()
      assert.equal((await fulfil()).status, 200)
      assert.isTrue(near((await read()).expiresAt, 93), (await read()).expiresAt)
    })
})
