import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** An order that another payment has fulfilled, because the money of its subscription's period is disputed or gone. */
async function createFulfilled(about: 'dispute.opened' | 'refund.full', days: number) {
  const waiting = await createWaitingOrder()
  const { ref, say, order, unsuspend, fulfil, subscription, read } = waiting
  const paid = { subscription, periodEnd: inDays(days) }
  await say('purchase.paid', paid)
  await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
  await say(about)
  await unsuspend()
  await fulfil()
  const expiry = async () => (await read()).expiresAt
  return { ...waiting, paid, expiry }
}

/** contract/10-storefront#106-processor-events */
test.group('a period whose money is disputed or gone, after another payment has fulfilled the order', () => {
  test('gives no time if {$self} repeats it while the dispute is open, and gives it once the dispute is won')
    .with(['subscription.changed', 'subscription.renewed', 'purchase.paid'] as const)
    .run(async ({ assert }, type) => {
      const { say, paid, expiry, result } = await createFulfilled('dispute.opened', 365)
      await say(type, paid)
      assert.equal(await result(), 'A later period is paid for already')
      assert.isTrue(near(await expiry(), 40), await expiry())
      await say('dispute.won')
      assert.isTrue(near(await expiry(), 368), await expiry())
    })

  test('gives no time if a change repeats it after the dispute is lost, but the next period does', async ({
    assert,
  }) => {
    const { say, paid, expiry, subscription } = await createFulfilled('dispute.opened', 365)
    await say('dispute.lost')
    await say('subscription.changed', paid)
    assert.isTrue(near(await expiry(), 40), await expiry())
    await say('subscription.changed', { subscription, periodEnd: inDays(400) })
    assert.isTrue(near(await expiry(), 403), await expiry())
  })

  test('gives no time if the subscription ends while the dispute is open: {decision}')
    .with([
      { decision: 'won', days: 365 },
      { decision: 'lost', days: 40 },
    ] as const)
    .run(async ({ assert }, { decision, days }) => {
      const { say, paid, expiry } = await createFulfilled('dispute.opened', 365)
      await say('subscription.ended', paid)
      assert.isTrue(near(await expiry(), 40), await expiry())
      await say(`dispute.${decision}`)
      assert.isTrue(near(await expiry(), days), await expiry())
    })

  test('gives no time if the subscription ends after its refund: {$self}')
    .with(['no period', 'its period'] as const)
    .run(async ({ assert }, named) => {
      const { say, paid, expiry, subscription } = await createFulfilled('refund.full', 60)
      await say('subscription.ended', named === 'its period' ? paid : { subscription })
      assert.isTrue(near(await expiry(), 40), await expiry())
    })

  test('gives no more than the last period if the subscription ends before the dispute is won', async ({
    assert,
  }) => {
    const { say, expiry, subscription } = await createFulfilled('dispute.opened', 365)
    await say('subscription.ended', { subscription, periodEnd: inDays(60) })
    await say('dispute.won')
    assert.isTrue(near(await expiry(), 60), await expiry())
  })
})
