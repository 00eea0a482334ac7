import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'
import { latestOf, waited } from '#tests/testkit/waited'

/** contract#timeline-and-deletion: newest first; receivers of events have only the timestamps for an order. */
test.group('a change by an order that waited for another one of the license', () => {
  test('is dated after it where a merchant {$self} the order')
    .with(['records', 'fulfils', 'reverses'] as const)
    .run(async ({ assert }, what) => {
      const { merchant, token } = await createShop()
      const customer = await createCustomer(merchant)
      const fulfilment = what === 'fulfils' ? 'manual' : 'instant'
      const { id: listingId } = await createListing(merchant, {
        ...{ kind: 'addon', grant: { hwidLimit: 2 }, fulfilment },
      })
      const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1)
      await own(customer, targetLicenseId)
      const path = ordersPath(merchant)
      const body = { listingId, email: customer.email, targetLicenseId }
      const sell = () => call('POST', path, { token, body })
      const id = what === 'records' ? '' : (await sell()).body.data.order.id
      const work = {
        records: sell,
        fulfils: () => call('POST', `${path}/${id}/fulfil`, { token, body: {} }),
        reverses: () => call('POST', `${path}/${id}/reverse`, { token, body: { reason: 'Refunded' } }),
      }[what]
      const { released, result } = await waited([targetLicenseId], work)
      assert.oneOf(result.status, [200, 201])
      assert.isAtLeast((await latestOf(merchant, targetLicenseId)).at, released)
    })

  test('is dated after it in an event of a processor: {0}')
    .with([
      ['subscription.renewed', { periodEnd: inDays(60) }],
      ['subscription.renewed', { periodEnd: inDays(60), reason: 'cycle' }],
      ['subscription.ended', { periodEnd: inDays(40) }],
      ['subscription.changed', { providerRef: 'price_2' }],
      ['refund.full', {}],
      ['dispute.opened', {}],
      ['dispute.lost', {}],
    ] as const)
    .run(async ({ assert }, [type, data]) => {
      const { merchant, processorId, send, license } = await createSubscriber()
      const providerRefs = [{ processorId, ref: 'price_2' }]
      const policyOverride = { hwidLimit: 7 }
      await createListing(merchant, { name: 'Other plan', providerRefs, policyOverride })
      await send('purchase.paid', { periodEnd: inDays(30) })
      const { id } = await license()
      const { released } = await waited([id], () => send(type, data))
      const latest = await latestOf(merchant, id)
      assert.notEqual(latest.type, 'license.created')
      assert.isAtLeast(latest.at, released)
    })
})
