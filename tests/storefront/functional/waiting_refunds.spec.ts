import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** An order that waits, whose subscription has paid twice; `pay`, `refund` and `lose` tell of a payment. */
async function createPaidTwice() {
  const waiting = await createWaitingOrder({ extendDays: 1 })
  const ends = { pay_1: inDays(10), pay_2: inDays(20), pay_3: inDays(40) }
  const ago = { pay_1: 20, pay_2: 15, pay_3: 10 }
  const pay = (ref: keyof typeof ends) =>
    waiting.sayLate(ago[ref], 'subscription.renewed', { ref, periodEnd: ends[ref] })
  const refund = (ref: keyof typeof ends) => waiting.sayLate(5, 'refund.full', { ref })
  const lose = (ref: keyof typeof ends) => waiting.sayLate(5, 'dispute.lost', { ref })
  await pay('pay_1')
  await pay('pay_2')
  return { ...waiting, pay, refund, lose }
}

/** contract/10-storefront#106-processor-events */
test.group('the refund or the lost dispute of one of several payments for an order that waits', () => {
  test('takes no other payment that is told again', async ({ assert }) => {
    const { pay, lose, order } = await createPaidTwice()
    await lose('pay_2')
    await pay('pay_1')
    await lose('pay_2')
    assert.equal((await order()).state, 'pending')
  })

  test('takes no other payment that is told after it', async ({ assert }) => {
    const { pay, refund, unsuspend, fulfil, read } = await createPaidTwice()
    await refund('pay_1')
    await pay('pay_3')
    await unsuspend()
    await fulfil()
    const { expiresAt } = await read()
    assert.isTrue(near(expiresAt, 43), expiresAt)
  })

  test('takes its own payment, whichever is told first: {$self}')
    .with(['the payment', 'the refund'])
    .run(async ({ assert }, first) => {
      const { pay, refund, unsuspend, fulfil, read } = await createPaidTwice()
      if (first === 'the payment') await pay('pay_3')
      await refund('pay_3')
      if (first === 'the refund') await pay('pay_3')
      await unsuspend()
      await fulfil()
      const { expiresAt } = await read()
      assert.isTrue(near(expiresAt, 23), expiresAt)
    })
})
