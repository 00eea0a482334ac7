import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** contract/10-storefront#106-processor-events */
test.group('a paid order that waits for its merchant', () => {
  test('is one order, however often its purchase is told of', async ({ assert }) => {
    const { say, order, orders } = await createWaitingOrder()
    await say('purchase.paid')
    assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive'] })
    assert.lengthOf(await orders(), 2)
  })

  test('is fulfilled by its purchase once the license can have it', async ({ assert }) => {
    const { say, order, unsuspend } = await createWaitingOrder()
    await unsuspend()
    await say('purchase.paid')
    assert.equal((await order()).state, 'fulfilled')
  })

  test('is rejected when the money goes back, and its purchase changes nothing then', async ({ assert }) => {
    const { say, order, orders } = await createWaitingOrder()
    await say('refund.full')
    assert.containSubset(await order(), { state: 'rejected', reason: 'refund.full' })
    await say('purchase.paid')
    assert.equal((await order()).state, 'rejected')
    assert.lengthOf(await orders(), 2)
  })

  test('has the events of its payment once its merchant has fulfilled it', async ({ assert }) => {
    const { say, read, unsuspend, fulfil } = await createWaitingOrder()
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    await say('dispute.opened')
    assert.equal((await read()).status, 'SUSPENDED')
  })

  test('is rejected when its dispute is lost', async ({ assert }) => {
    const { say, order, unsuspend, fulfil, result } = await createWaitingOrder()
    await say('dispute.opened')
    assert.equal(await result(), 'The order waits for its merchant')
    await say('dispute.lost')
    assert.equal(await result(), 'The order is rejected')
    assert.containSubset(await order(), { state: 'rejected', reason: 'dispute.lost' })
    await unsuspend()
    assert.equal((await fulfil()).status, 409)
  })

  test('is fulfilled by nobody while its payment is disputed', async ({ assert }) => {
    const { say, order, unsuspend, fulfil } = await createWaitingOrder()
    await say('dispute.opened')
    await unsuspend()
    const { status, body } = await fulfil()
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
    assert.match(body.error.message, /disputed/)
    await say('purchase.paid')
    assert.equal((await order()).state, 'pending')
    await say('dispute.won')
    assert.equal((await fulfil()).status, 200)
  })

  test('is fulfilled during a dispute if another payment has paid for it too', async ({ assert }) => {
    const { ref, say, order, unsuspend, fulfil } = await createWaitingOrder()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
  })

  test('has the period of a disputed payment only once the dispute is won: {who} fulfils, dispute {decision}')
    .with(
      ['merchant', 'purchase.paid'].flatMap((who) => [
        { who, decision: 'won', after: 368 },
        { who, decision: 'lost', after: 40 },
      ])
    )
    .run(async ({ assert }, { who, decision, after }) => {
      const { ref, say, order, read, unsuspend, fulfil, subscription } = await createWaitingOrder()
      const another = { ref: `more-${ref}`, orderId: (await order()).id }
      await say('purchase.paid', { subscription, periodEnd: inDays(365) })
      if (who === 'merchant') await say('purchase.paid', another)
      await say('dispute.opened')
      await unsuspend()
      if (who === 'merchant') assert.equal((await fulfil()).status, 200)
      else await say('purchase.paid', another)
      assert.equal((await order()).state, 'fulfilled')
      assert.isTrue(near((await read()).expiresAt, 40), (await read()).expiresAt)
      await say(`dispute.${decision}`)
      assert.equal((await read()).status, 'ACTIVE')
      assert.isTrue(near((await read()).expiresAt, after), (await read()).expiresAt)
    })

  test('is not flagged for its license if it waits only because its payment is disputed', async ({
    assert,
  }) => {
    const { say, orders, unsuspend, reject, result, subscription } = await createWaitingOrder()
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await reject()).status, 200)
    await say('subscription.renewed', { subscription, periodEnd: inDays(60) })
    assert.match(await result(), /^The order waits for its merchant: .*disputed/)
    const [{ state, flags }] = await orders()
    assert.deepEqual({ state, flags }, { state: 'pending', flags: [] })
  })

  test('has what its listing says in the result of the end of its subscription', async ({ assert }) => {
    const { say, result, subscription } = await createWaitingOrder({ onEnd: 'revoke' })
    await say('subscription.ended', { subscription })
    assert.equal(await result(), 'The subscription has ended: revoke')
  })

  test('lasts as long as its subscription has paid for, whoever fulfils it: {$self}')
    .with(['merchant', 'purchase.paid'])
    .run(async ({ assert }, who) => {
      const { say, read, unsuspend, fulfil, subscription } = await createWaitingOrder()
      await say('subscription.renewed', { subscription, periodEnd: inDays(60) })
      await unsuspend()
      if (who === 'merchant') assert.equal((await fulfil()).status, 200)
      // An older event about the period before changes nothing, before or after the fulfilment.
      await say('purchase.paid', { subscription, periodEnd: inDays(30) })
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
      await say('subscription.ended', { subscription, periodEnd: inDays(60) })
      assert.isTrue(near((await read()).expiresAt, 60), (await read()).expiresAt)
    })

  test('has the period of its subscription, also if another payment fulfils it', async ({ assert }) => {
    const { ref, say, order, read, unsuspend, subscription } = await createWaitingOrder()
    await say('purchase.paid', { subscription, periodEnd: inDays(365) })
    await unsuspend()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    assert.equal((await order()).state, 'fulfilled')
    assert.isTrue(near((await read()).expiresAt, 368), (await read()).expiresAt)
    await say('subscription.ended', { subscription, periodEnd: inDays(365) })
    assert.isTrue(near((await read()).expiresAt, 365), (await read()).expiresAt)
  })

  test('has the newest of its periods, also if an older one is tried in between', async ({ assert }) => {
    const { say, read, unsuspend, fulfil, subscription } = await createWaitingOrder()
    for (const days of [365, 30]) await say('purchase.paid', { subscription, periodEnd: inDays(days) })
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.isTrue(near((await read()).expiresAt, 368), (await read()).expiresAt)
  })

  test('keeps its period from the end of another subscription', async ({ assert }) => {
    const { send, say, read, unsuspend, fulfil, subscription } = await createWaitingOrder()
    await say('purchase.paid', { subscription, periodEnd: inDays(365) })
    await unsuspend()
    await fulfil()
    await send('subscription.renewed', { periodEnd: inDays(400) })
    await send('subscription.ended', { periodEnd: inDays(20) })
    assert.isTrue(near((await read()).expiresAt, 368), (await read()).expiresAt)
  })
})
