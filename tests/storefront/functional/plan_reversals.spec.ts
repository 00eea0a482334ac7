import { test } from '@japa/runner'
import { SYSTEM } from '#kernel/audit/audit'
import DeleteTier from '#licensing/actions/delete_tier'
import { call } from '#tests/testkit/api'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createTier, productScope } from '#tests/testkit/tiers'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const PRO = { providerRef: 'price_pro' }
const RENEWAL = { kind: 'renewal', extendDays: 30 }
const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } }

type Shop = Pick<Awaited<ReturnType<typeof createSubscriber>>, 'merchant' | 'processorId'>

/** A listing with a tier and limits, for a price that subscriptions change to. */
async function createPro({ merchant, processorId }: Shop, name = 'Pro', ref = 'price_pro') {
  const { id: tierId } = await createTier(merchant)
  const providerRefs = [{ processorId, ref }]
  await createListing(merchant, { name, tierId, policyOverride: { hwidLimit: 7 }, providerRefs })
  const remove = () => new DeleteTier().execute(productScope(merchant), tierId, SYSTEM)
  return { tierId, remove }
}

/** A license with a tier and 20 days of its own, for which a subscription pays. */
async function createSubscribed(sold: object) {
  const shop = await createSharedLicense(
    sold,
    { subscription: undefined },
    { terms: { expiresAt: inDays(20) } }
  )
  const { id: ownTier } = await createTier(shop.merchant)
  await shop.patch({ tierId: ownTier })
  await shop.more('purchase.paid', { periodEnd: inDays(40) })
  const pro = await createPro(shop)
  const before = await shop.read()
  const [{ id }] = await shop.orders()
  const order = async () => (await shop.orders()).find((one: { id: string }) => one.id === id)
  const reverse = async (body: object = {}) =>
    call('POST', `${ordersPath(shop.merchant)}/${id}/reverse`, {
      ...{ token: shop.token, body: { reason: 'Refunded', ...body } },
    })
  return { ...shop, pro, ownTier, before, order, reverse }
}

/** contract/10-storefront#106-processor-events */
test.group('a price whose tier was deleted', () => {
  test('takes no paid period away, and the order is flagged', async ({ assert }) => {
    const shop = await createSubscriber()
    const { send, license, orders } = shop
    const { remove } = await createPro(shop)
    await send('purchase.paid', { periodEnd: inDays(10) })
    await remove()
    for (const days of [40, 70]) {
      await send('subscription.changed', { ...PRO, periodEnd: inDays(days) })
      const { tierId, expiresAt } = await license()
      assert.isNull(tierId)
      assert.isTrue(near(expiresAt, days + 3), expiresAt)
    }
    assert.deepEqual((await orders())[0].flags, ['target_inactive'])
  })

  test('does not keep a license suspended whose dispute is won', async ({ assert }) => {
    const shop = await createWaitingOrder()
    const { ref, say, order, read, unsuspend, fulfil, subscription } = shop
    const { remove } = await createPro(shop)
    await say('purchase.paid', { subscription, periodEnd: inDays(50) })
    await say('subscription.changed', { subscription, ...PRO })
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('dispute.opened')
    await unsuspend()
    await fulfil()
    await say('dispute.opened')
    assert.equal((await read()).status, 'SUSPENDED')
    await remove()
    await say('dispute.won')
    const { status, tierId, expiresAt } = await read()
    assert.deepEqual([status, tierId], ['ACTIVE', null])
    assert.isTrue(near(expiresAt, 53), expiresAt)
    assert.include((await order()).flags, 'target_inactive')
  })
})

/** contract/10-storefront#105-orders */
test.group('the plan that the subscription of an order has changed to', () => {
  test('goes back with the money: {sold.kind}, {by}')
    .with([RENEWAL, ADDON].flatMap((sold) => ['refund', 'reversal'].map((by) => ({ sold, by }))))
    .run(async ({ assert }, { sold, by }) => {
      const { more, read, order, reverse, pro, ownTier, merchant, processorId } = await createSubscribed(sold)
      const other = await createPro({ merchant, processorId }, 'Team', 'price_team')
      await more('subscription.changed', { providerRef: 'price_team' })
      assert.equal((await read()).tierId, other.tierId)
      await more('subscription.changed', PRO)
      assert.containSubset(await read(), { tierId: pro.tierId, policyOverride: { hwidLimit: 7 } })
      if (by === 'reversal') assert.equal((await reverse()).status, 200)
      else await more('refund.full')
      assert.containSubset(await order(), { state: 'reversed', flags: [] })
      const after = await read()
      assert.deepEqual([after.tierId, after.policyOverride], [ownTier, null])
      assert.isTrue(near(after.expiresAt, 20), after.expiresAt)
    })

  test('goes back with the money if it came while the order waited', async ({ assert }) => {
    const shop = await createWaitingOrder()
    const { say, order, read, unsuspend, fulfil, subscription } = shop
    const { tierId } = await createPro(shop)
    await say('purchase.paid', { subscription, periodEnd: inDays(50) })
    await say('subscription.changed', { subscription, ...PRO })
    await unsuspend()
    await fulfil()
    assert.equal((await read()).tierId, tierId)
    await say('refund.full')
    assert.equal((await order()).state, 'reversed')
    const after = await read()
    assert.deepEqual([after.tierId, after.policyOverride], [null, null])
  })

  test('stays if {$self} has changed the license since, until its merchant decides')
    .with(['the merchant', 'a later order'] as const)
    .run(async ({ assert }, who) => {
      const { more, send, read, patch, order, reverse, ownTier, merchant, processorId } =
        await createSubscribed(RENEWAL)
      await more('subscription.changed', PRO)
      const { id: tierId } = await createTier(merchant)
      if (who === 'the merchant') await patch({ tierId })
      else {
        const providerRefs = [{ processorId, ref: 'price_up' }]
        await createListing(merchant, { name: 'Up', kind: 'upgrade', toTierId: tierId, providerRefs })
        const { key: licenseKey } = await read()
        await send('purchase.paid', {
          ...{ ref: `up-${tierId}`, subscription: undefined, providerRef: 'price_up', licenseKey },
        })
      }
      await more('refund.full')
      assert.equal((await read()).tierId, tierId)
      assert.containSubset(await order(), { state: 'fulfilled', flags: ['changed_since'] })
      assert.equal((await reverse()).status, 409)
      assert.equal((await reverse({ force: true })).status, 200)
      assert.equal((await read()).tierId, ownTier)
    })

  test('is not given to the target of a reversed order before a period is paid at its price', async ({
    assert,
  }) => {
    const { more, read, pro, ownTier } = await createSubscribed(RENEWAL)
    await more('refund.full')
    for (const periodEnd of [undefined, inDays(39)]) {
      await more('subscription.changed', { ...PRO, periodEnd })
      assert.equal((await read()).tierId, ownTier)
    }
    await more('subscription.changed', { ...PRO, periodEnd: inDays(70) })
    const { tierId, expiresAt } = await read()
    assert.equal(tierId, pro.tierId)
    assert.isTrue(near(expiresAt, 73), expiresAt)
  })

  test('ends when the subscription pays the price of its order again: {sold.kind}')
    .with([{ sold: RENEWAL }, { sold: ADDON }])
    .run(async ({ assert }, { sold }) => {
      const { more, read, order, reverse, pro, ownTier, before } = await createSubscribed(sold)
      for (const days of [50, 70]) {
        await more('subscription.changed', { ...PRO, periodEnd: inDays(days) })
        assert.equal((await read()).tierId, pro.tierId)
        await more('subscription.changed', { providerRef: 'price_2', periodEnd: inDays(days + 10) })
        const { tierId, policyOverride, expiresAt } = await read()
        assert.deepEqual([tierId, policyOverride], [ownTier, before.policyOverride])
        assert.isTrue(near(expiresAt, days + 13), expiresAt)
      }
      assert.deepEqual((await order()).flags, [])
      assert.equal((await reverse()).status, 200)
      assert.deepEqual([(await read()).tierId, (await read()).policyOverride], [ownTier, null])
    })

  test('is not given if the subscription pays the price of its order again while the order waits', async ({
    assert,
  }) => {
    const shop = await createWaitingOrder()
    const { say, read, result, unsuspend, fulfil, subscription } = shop
    await createPro(shop)
    await say('purchase.paid', { subscription, periodEnd: inDays(50) })
    await say('subscription.changed', { subscription, ...PRO })
    await say('subscription.changed', { subscription, providerRef: 'price_2' })
    assert.notInclude(await result(), 'No listing')
    await unsuspend()
    await fulfil()
    const after = await read()
    assert.deepEqual([after.tierId, after.policyOverride], [null, null])
  })
})
