import { test } from '@japa/runner'
import { SYSTEM } from '#kernel/audit/audit'
import { transaction } from '#kernel/database/unit_of_work'
import DeleteTier from '#licensing/actions/delete_tier'
import { fulfilLocked } from '#storefront/actions/fulfil_order'
import { lockOrder } from '#storefront/store/lock_order'
import { call } from '#tests/testkit/api'
import { lockWaits } from '#tests/testkit/lock_waits'
import { drain } from '#tests/testkit/processors'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'
import { createTier, productScope } from '#tests/testkit/tiers'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** A paid order that waits, with a subscription that may change to the price of another listing, which gives a tier. */
async function createChanging(sold: object = {}, periodEnd: string | undefined = inDays(50)) {
  const waiting = await createWaitingOrder(sold)
  const { merchant, token, processorId, say, order, subscription } = waiting
  const { id: tierId } = await createTier(merchant)
  const providerRefs = [{ processorId, ref: 'price_pro' }]
  const price = { amount: 500, currency: 'EUR' }
  await createListing(merchant, {
    name: 'Pro',
    tierId,
    graceDays: 9,
    price,
    policyOverride: { hwidLimit: 7 },
    providerRefs,
  })
  if (periodEnd) await say('purchase.paid', { subscription, periodEnd })
  const change = () => say('subscription.changed', { subscription, providerRef: 'price_pro' })
  const reverse = async () =>
    call('POST', `${ordersPath(merchant)}/${(await order()).id}/reverse`, {
      ...{ token, body: { reason: 'Abuse' } },
    })
  return { ...waiting, tierId, change, reverse }
}

/** contract/10-storefront#106-processor-events */
test.group('the changed price of a paid order that waits', () => {
  test('is no change since the order if its merchant fulfils it: {$self} takes it back')
    .with(['a reversal', 'a refund'] as const)
    .run(async ({ assert }, by) => {
      const { say, change, unsuspend, fulfil, reverse, order, read, tierId } = await createChanging()
      await change()
      await unsuspend()
      assert.equal((await fulfil()).status, 200)
      const { tierId: given, expiresAt } = await read()
      assert.equal(given, tierId)
      assert.isTrue(near(expiresAt, 59), expiresAt)
      if (by === 'a reversal') assert.equal((await reverse()).status, 200)
      else await say('refund.full')
      assert.equal((await order()).state, 'reversed')
      assert.isTrue(near((await read()).expiresAt, 10), (await read()).expiresAt)
    })

  test('replaces the limits of an addon, and a reversal restores those from before', async ({ assert }) => {
    const sold = { kind: 'addon', grant: { hwidLimit: 2 }, extendDays: null }
    const { change, unsuspend, fulfil, reverse, read } = await createChanging(sold)
    const { policyOverride } = await read()
    await change()
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.deepEqual((await read()).policyOverride, { hwidLimit: 7 })
    assert.equal((await reverse()).status, 200)
    assert.deepEqual((await read()).policyOverride, policyOverride)
  })

  test('does not keep the order from its licenses if its tier is gone: {$self} fulfils')
    .with(['the merchant', 'a payment'] as const)
    .run(async ({ assert }, who) => {
      const { say, change, unsuspend, fulfil, order, read, merchant, tierId } = await createChanging()
      await change()
      await new DeleteTier().execute(productScope(merchant), tierId, SYSTEM)
      await unsuspend()
      if (who === 'the merchant') assert.equal((await fulfil()).status, 200)
      else await say('purchase.paid')
      assert.containSubset(await order(), { state: 'fulfilled', flags: ['target_inactive'] })
      assert.isNull((await read()).tierId)
    })

  test('stays if the merchant fulfils the order while the next payment is processed', async ({ assert }) => {
    const { say, change, order, read, unsuspend, merchant, subscription } = await createChanging()
    await change()
    await unsuspend()
    const { id } = await order()
    let paid = Promise.resolve()
    await transaction(async (trx) => {
      const locked = await lockOrder(trx, merchant.scope, id)
      paid = say('subscription.renewed', { subscription, periodEnd: inDays(80) })
      await lockWaits(1)
      await fulfilLocked(trx, locked, { actor: SYSTEM.actor, clock: Date.now })
    })
    await paid
    // The event is tried again later if it has waited too long for the order.
    await drain(() => Date.now() + 60_000)
    assert.isTrue(near((await read()).expiresAt, 89), (await read()).expiresAt)
  })

  test('does not count once its payment has ended while another one pays: {$self} fulfils')
    .with(['the merchant', 'the other payment'] as const)
    .run(async ({ assert }, who) => {
      const { ref, say, change, order, read, unsuspend, fulfil, subscription } = await createChanging()
      const { id: orderId } = await order()
      const payOther = () => say('purchase.paid', { ref: `more-${ref}`, orderId })
      await change()
      if (who === 'the merchant') await payOther()
      await say('subscription.ended', { subscription })
      await unsuspend()
      if (who === 'the merchant') assert.equal((await fulfil()).status, 200)
      else await payOther()
      assert.equal((await order()).state, 'fulfilled')
      assert.isNull((await read()).tierId)
    })

  test('follows once the dispute about its payment is won', async ({ assert }) => {
    const { ref, say, change, order, read, unsuspend, fulfil, tierId } = await createChanging()
    await change()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.isNull((await read()).tierId)
    await say('dispute.won')
    const { expiresAt, ...after } = await read()
    assert.equal(after.tierId, tierId)
    assert.isTrue(near(expiresAt, 59), expiresAt)
  })

  test('follows once the dispute is won, and only then, also if no period is known', async ({ assert }) => {
    const { ref, say, change, order, read, unsuspend, fulfil, tierId, merchant, token } =
      await createChanging({}, '')
    await change()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.isNull((await read()).tierId)
    await say('dispute.won')
    assert.equal((await read()).tierId, tierId)
    const other = await createTier(merchant)
    const path = `/v1/dashboard/licenses/${(await read()).id}`
    await call('PATCH', path, { token, body: { tierId: other.id } })
    for (const move of ['opened', 'won']) await say(`dispute.${move}`)
    assert.equal((await read()).tierId, other.id)
  })

  test('is what a later payment is compared with: it may be lower than the price of the order', async ({
    assert,
  }) => {
    const price = { amount: 1900, currency: 'EUR' }
    const { say, change, order, subscription } = await createChanging({ price })
    await change()
    const paid = { subscription, providerRef: 'price_pro', currency: 'EUR' }
    await say('subscription.renewed', { ...paid, amount: 500, periodEnd: inDays(80) })
    assert.notInclude((await order()).flags, 'lower_amount')
  })

  test('is given with the next change if its money went back before another payment fulfilled the order', async ({
    assert,
  }) => {
    const { ref, say, change, unsuspend, fulfil, order, read, subscription, tierId } = await createChanging()
    await change()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('refund.full')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.isNull((await read()).tierId)
    const next = { subscription, providerRef: 'price_pro', periodEnd: inDays(80) }
    await say('subscription.changed', next)
    assert.equal((await read()).tierId, tierId)
    assert.isTrue(near((await read()).expiresAt, 89), (await read()).expiresAt)
  })
})
