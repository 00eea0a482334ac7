import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { runToEnd } from '#tests/testkit/operations'
import { createListing } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** A paid subscription, and what deletes a number of its licenses as the merchant does. */
async function createSubscription(purchase: object = { periodEnd: inDays(30) }) {
  const subscriber = await createSubscriber()
  const { merchant, token, processorId, send, orders } = subscriber
  await send('purchase.paid', purchase)
  const [{ licenses }] = await orders()
  const remove = async (count: number) => {
    const licenseIds = licenses.slice(0, count).map(({ id }: { id: string }) => id)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses`
    const { body } = await call('DELETE', path, { token, body: { licenseIds } })
    await runToEnd(body.data.operation.id)
  }
  /** The result of the newest event, and the flags of the order. */
  const told = async () => {
    const ledger = `/v1/dashboard/orgs/${merchant.orgId}/storefront/processors/${processorId}/events`
    const [{ state, result }] = (await call('GET', ledger, { token })).body.data.events
    return { state, result, flags: (await orders()).at(-1).flags }
  }
  return { ...subscriber, remove, told }
}

/** contract/10-storefront#106-processor-events */
test.group('events about licenses that the merchant has deleted', () => {
  test('a payment flags the order, and its result says that it paid for nothing', async ({ assert }) => {
    const { send, remove, told, merchant, processorId } = await createSubscription()
    await createListing(merchant, { name: 'Pro', providerRefs: [{ processorId, ref: 'price_pro' }] })
    await remove(1)
    const paidForNothing = {
      ...{ state: 'done', flags: ['target_inactive'] },
      result: 'The license is deleted: nothing changes, and the order is flagged',
    }
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.deepEqual(await told(), paidForNothing)
    await send('subscription.changed', { providerRef: 'price_pro', periodEnd: inDays(90) })
    assert.deepEqual(await told(), paidForNothing)
  })

  test('the first paid period flags the order, too', async ({ assert }) => {
    const { send, remove, told } = await createSubscription({})
    await remove(1)
    await send('purchase.paid', { periodEnd: inDays(60) })
    assert.containSubset(await told(), { state: 'done', flags: ['target_inactive'] })
  })

  for (const type of ['dispute.opened', 'dispute.won', 'dispute.lost', 'subscription.ended']) {
    test(`${type} says so`, async ({ assert }) => {
      const { send, remove, told } = await createSubscription()
      await remove(1)
      await send(type)
      assert.deepEqual(await told(), {
        ...{ state: 'done', flags: [] },
        result: 'The license is deleted: nothing changes',
      })
    })
  }

  test('the other licenses of the order are renewed', async ({ assert }) => {
    const { send, remove, told, orders, token } = await createSubscription({
      periodEnd: inDays(30),
      quantity: 3,
    })
    await remove(1)
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.deepEqual(await told(), {
      ...{ state: 'done', flags: ['target_inactive'] },
      result: 'The period is extended; of 3 licenses, 1 is deleted, and the order is flagged',
    })
    const [{ licenses }] = await orders()
    for (const { id } of licenses) {
      const { status, body } = await call('GET', `/v1/dashboard/licenses/${id}`, { token })
      if (status !== 404) assert.isTrue(near(body.data.license.expiresAt, 63))
    }
  })
})
