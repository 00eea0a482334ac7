import { test } from '@japa/runner'
import { createListing } from '#tests/testkit/shops'
import { inDays } from '#tests/testkit/subscriber'
import { ADDON, createTarget, RENEWAL } from './target.js'

/** contract/10-storefront#106-processor-events */
test.group('the first payment of a subscription for an existing license', () => {
  test('is the earliest one, also if it arrives last, after the refund of a later one', async ({
    assert,
  }) => {
    const { ref, say, state } = await createTarget(ADDON)
    const pay = (name: string, days: number) => ({ ref: `${name}-${ref}`, periodEnd: inDays(days) })
    await say(40, 'subscription.renewed', pay('second', 60))
    await say(30, 'subscription.renewed', pay('third', 90))
    await say(20, 'refund.full', { ref: `third-${ref}` })
    assert.equal((await state()).days, 10)
    await say(50, 'purchase.paid', pay('first', 30))
    assert.containSubset(await state(), { status: 'ACTIVE', days: 63, order: 'reversed' })
  })

  test(
    'is the purchase, also if no event names its period, when the second one is refunded: {sold.kind}, {named}'
  )
    .with([
      { sold: RENEWAL, named: true, days: 40 },
      { sold: RENEWAL, named: false, days: 40 },
      { sold: ADDON, named: true, days: 10 },
      { sold: ADDON, named: false, days: 10 },
    ])
    .run(async ({ assert }, { sold, named, days }) => {
      const { ref, say, state } = await createTarget(sold)
      const pay = (name: string) => (named ? { ref: `${name}-${ref}` } : {})
      await say(50, 'purchase.paid', pay('first'))
      await say(40, 'subscription.renewed', { ...pay('second'), periodEnd: inDays(60) })
      assert.equal((await state()).days, 63)
      await say(30, 'refund.full', pay('second'))
      assert.containSubset(await state(), { status: 'ACTIVE', days, order: 'reversed' })
    })

  test('is the purchase, also if it is told after the second one and without a period', async ({
    assert,
  }) => {
    const { ref, say, state } = await createTarget(ADDON)
    const first = { ref: `first-${ref}` }
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    for (const told of [first, { ...first, periodEnd: inDays(30) }]) {
      await say(50, 'purchase.paid', told)
      assert.equal((await state()).days, 63)
    }
    await say(30, 'refund.full', { ref: `second-${ref}` })
    assert.equal((await state()).days, 10)
  })

  test('is the earliest one, also if a change of the price has made its period the longest', async ({
    assert,
  }) => {
    const { ref, say, state } = await createTarget(ADDON)
    const pay = (name: string, days: number) => ({ ref: `${name}-${ref}`, periodEnd: inDays(days) })
    await say(50, 'purchase.paid', pay('first', 365))
    await say(40, 'subscription.renewed', pay('second', 30))
    await say(30, 'subscription.renewed', pay('third', 400))
    assert.equal((await state()).days, 403)
    await say(20, 'refund.full', { ref: `third-${ref}` })
    assert.containSubset(await state(), { status: 'ACTIVE', days: 33, order: 'reversed' })
  })
})

/** contract/10-storefront#106-processor-events */
test.group('a later period of an addon that ends before its license', () => {
  test('stays paid for when a renewal is refunded', async ({ assert }) => {
    const { merchant, processorId, ref, say, state } = await createTarget(ADDON)
    const providerRefs = [{ processorId, ref: 'price_3' }]
    await createListing(merchant, { ...RENEWAL, name: 'Renewal', providerRefs } as never)
    const renewal = { ref: `3-${ref}`, subscription: `3-${ref}`, providerRef: 'price_3' }
    await say(60, 'purchase.paid', { ...renewal, periodEnd: inDays(90) })
    await say(50, 'purchase.paid', { ref: `first-${ref}`, periodEnd: inDays(20) })
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    assert.equal((await state()).days, 93)
    await say(30, 'refund.full', renewal)
    assert.equal((await state()).days, 63)
  })
})
