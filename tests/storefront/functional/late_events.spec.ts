import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createListing } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createTier } from '#tests/testkit/tiers'

/** contract/10-storefront#106-processor-events */
test.group('events that come in another order than they happened', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  test('{$self}: a subscription lasts as long as it is paid for')
    .with([
      ['checkout', 'invoice', 'renewal'],
      ['invoice', 'checkout', 'renewal'],
      ['checkout', 'renewal', 'invoice'],
      ['renewal', 'checkout', 'invoice'],
    ] as const)
    .run(async ({ assert }, order) => {
      const { send, license, orders } = await createSubscriber()
      const events = {
        checkout: () => send('purchase.paid'),
        invoice: () => send('purchase.paid', { periodEnd: inDays(30) }),
        renewal: () => send('subscription.renewed', { periodEnd: inDays(60) }),
      }
      for (const event of order) await events[event]()
      assert.lengthOf(await orders(), 1)
      const { expirationMode, expiresAt } = await license()
      assert.equal(expirationMode, 'fixed')
      assert.isTrue(near(expiresAt, 63))
    })

  test('a period until {0} is one that a license can have: {1}')
    .with([
      ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z'],
      ['9999-12-25T00:00:00Z', '9999-12-28T00:00:00.000Z'],
      ['+275760-09-13T00:00:00Z', null],
    ] as const)
    .run(async ({ assert }, [periodEnd, expiresAt]) => {
      const { send, license } = await createSubscriber()
      await send('purchase.paid', { periodEnd })
      assert.equal((await license()).expiresAt, expiresAt)
    })

  test('the first period leaves alone what somebody has changed meanwhile', async ({ assert }) => {
    const { send, license, token } = await createSubscriber()
    await send('purchase.paid')
    const { id } = await license()
    const body = { expirationMode: 'fixed', expiresAt: inDays(365) }
    await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body })
    await send('purchase.paid', { periodEnd: inDays(30) })
    assert.isTrue(near((await license()).expiresAt, 365))
    await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { expirationMode: 'never' } })
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.equal((await license()).expirationMode, 'never')
  })

  test('an end, a price and a dispute change nothing once a later one is known', async ({ assert }) => {
    const { license, processorId, ref, customer, merchant } = await createSubscriber({ onEnd: 'revoke' })
    const send = async (type: string, minutes: number, data: object = {}) => {
      await tell(
        processorId,
        type,
        { ref, subscription: ref, providerRef: 'price_1', customer, ...data },
        newId(),
        at(minutes)
      )
      await drain()
    }
    const tiers = await Promise.all(['pro', 'max'].map((code) => createTier(merchant, { code })))
    for (const { id: tierId, code } of tiers) {
      const providerRefs = [{ processorId, ref: `price_${code}` }]
      await createListing(merchant, { name: code, tierId, providerRefs, onEnd: 'revoke' })
    }
    await send('purchase.paid', -50, { periodEnd: inDays(1) })
    await send('subscription.renewed', -20, { periodEnd: inDays(31) })
    await send('subscription.ended', -30, { periodEnd: inDays(1) })
    assert.equal((await license()).status, 'ACTIVE')
    await send('subscription.changed', -10, { providerRef: 'price_max' })
    await send('subscription.changed', -15, { providerRef: 'price_pro' })
    assert.equal((await license()).tier, 'max')
    await send('dispute.won', -5)
    await send('dispute.opened', -6)
    assert.equal((await license()).status, 'ACTIVE')
    await send('dispute.opened', -4)
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.won', -5)
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.won', -3)
    await send('subscription.ended', -2, { periodEnd: inDays(31) })
    assert.equal((await license()).status, 'REVOKED')
  })
})
