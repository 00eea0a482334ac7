import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { drain, tell } from '#tests/testkit/processors'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const MINUTE = 1 / 1440

/** contract/10-storefront#106-processor-events */
test.group('a refund that is told twice', () => {
  test('is not about the order that a later payment has made', async ({ assert }) => {
    const { ref, sayLate, unsuspend, read, orders } = await createWaitingOrder({ extendDays: 30 })
    const subscription = `subscription-${ref}`
    const first = { ref: `first-${ref}`, subscription }
    await sayLate(50 * MINUTE, 'purchase.paid', { ...first, periodEnd: inDays(30) })
    await sayLate(40 * MINUTE, 'refund.full', first)
    await unsuspend()
    const second = { ref: `second-${ref}`, subscription, periodEnd: inDays(60) }
    await sayLate(30 * MINUTE, 'subscription.renewed', second)
    const { expiresAt } = await read()
    await sayLate(20 * MINUTE, 'refund.full', first)
    assert.equal((await read()).expiresAt, expiresAt)
    assert.equal((await orders())[0].state, 'fulfilled')
  })

  test('says nothing about the next payment, which keeps the license when another one is refunded', async ({
    assert,
  }) => {
    const { processorId, ref, customer, orders, license } = await createSubscriber()
    const say = async (minutes: number, type: string, data: object) => {
      const told = { subscription: ref, providerRef: 'price_1', customer, ...data }
      await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
      await drain()
    }
    const first = { ref: `first-${ref}` }
    await say(50, 'purchase.paid', { ...first, periodEnd: inDays(30) })
    const [{ id: orderId }] = await orders()
    const other = { ref: `other-${ref}`, subscription: undefined }
    await say(45, 'purchase.paid', { ...other, orderId })
    await say(40, 'refund.full', first)
    await say(30, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    await say(20, 'refund.full', first)
    await say(10, 'refund.full', other)
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('counts again if a payment of the same name was made in between', async ({ assert }) => {
    const terms = { expirationMode: 'fixed', expiresAt: inDays(10) }
    const sold = { kind: 'renewal', extendDays: 30 }
    const { processorId, ref, customer, read } = await createSharedLicense(
      sold,
      { subscription: undefined },
      { terms }
    )
    const { key: licenseKey } = await read()
    const subscription = `${ref}-2`
    const say = async (minutes: number, type: string, data: object = {}) => {
      const told = {
        ref: `first-${ref}`,
        subscription,
        providerRef: 'price_2',
        licenseKey,
        customer,
        ...data,
      }
      await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
      await drain()
    }
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'refund.full')
    await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
    await say(20, 'refund.full')
    assert.isTrue(near((await read()).expiresAt, 10), (await read()).expiresAt)
  })
})
