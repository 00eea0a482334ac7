import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createListing, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'

/** contract/10-storefront#106-processor-events */
test.group('a paid order that waits for its merchant', () => {
  /** An end user who has paid for more time of a suspended license. */
  async function waiting() {
    const shop = await createSubscriber({
      terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never },
    })
    const { send, license, merchant, token, processorId } = shop
    await send('purchase.paid')
    const { id, key } = await license()
    const path = `/v1/dashboard/licenses/${id}`
    await call('POST', `${path}/suspend`, { token, body: { reason: 'Abuse' } })
    await createListing(merchant, {
      ...{ kind: 'renewal', extendDays: 30, name: 'More', providerRefs: [{ processorId, ref: 'price_2' }] },
    })
    const paid = { ref: `pay-${shop.ref}`, subscription: undefined, providerRef: 'price_2', licenseKey: key }
    const say = (type: string, data: object = {}) => send(type, { ...paid, ...data })
    await say('purchase.paid')
    const order = async () =>
      (await shop.orders()).find(({ reference }: { reference: string }) => reference === paid.ref)
    const status = async () => (await call('GET', path, { token })).body.data.license.status
    const unsuspend = () => call('POST', `${path}/unsuspend`, { token })
    const fulfil = async () => call('POST', `${ordersPath(merchant)}/${(await order()).id}/fulfil`, { token })
    const events = `${shopPath(merchant)}/processors/${processorId}/events`
    const result = async () => (await call('GET', events, { token })).body.data.events[0].result
    return { ...shop, paid, say, order, status, unsuspend, fulfil, result }
  }

  test('is one order, however often its purchase is told of', async ({ assert }) => {
    const { say, order, orders } = await waiting()
    await say('purchase.paid')
    assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive'] })
    assert.lengthOf(await orders(), 2)
  })

  test('is fulfilled by its purchase once the license can have it', async ({ assert }) => {
    const { say, order, unsuspend } = await waiting()
    await unsuspend()
    await say('purchase.paid')
    assert.equal((await order()).state, 'fulfilled')
  })

  test('is rejected when the money goes back, and its purchase changes nothing then', async ({ assert }) => {
    const { say, order, orders } = await waiting()
    await say('refund.full')
    assert.containSubset(await order(), { state: 'rejected', reason: 'refund.full' })
    await say('purchase.paid')
    assert.equal((await order()).state, 'rejected')
    assert.lengthOf(await orders(), 2)
  })

  test('has the events of its payment once its merchant has fulfilled it', async ({ assert }) => {
    const { say, status, unsuspend, fulfil } = await waiting()
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    await say('dispute.opened')
    assert.equal(await status(), 'SUSPENDED')
  })

  test('is rejected when its dispute is lost', async ({ assert }) => {
    const { say, order, unsuspend, fulfil, result } = await waiting()
    await say('dispute.opened')
    assert.equal(await result(), 'The order waits for its merchant')
    await say('dispute.lost')
    assert.equal(await result(), 'The order is rejected')
    assert.containSubset(await order(), { state: 'rejected', reason: 'dispute.lost' })
    await unsuspend()
    assert.equal((await fulfil()).status, 409)
  })

  test('is fulfilled by nobody while its payment is disputed', async ({ assert }) => {
    const { say, order, unsuspend, fulfil } = await waiting()
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
    const { ref, say, order, unsuspend, fulfil } = await waiting()
    await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
  })
})
