import { test } from '@japa/runner'
import AssignLicense from '#end_users/actions/assign_license'
import { accounts } from '#config/accounts'
import type { NewListing } from '#storefront/actions/change_listing'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { createListing, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

const PAGE = 'https://pay.example.com/editor'
const PRICE = { amount: 900, currency: 'EUR' }

/**
 * An end user with a license and an order that waits for its payment. As at Stripe, `invoice` names the price and the
 * period of the subscription, and `session` the order.
 */
async function createClaim(sold: Partial<NewListing> = {}, { isMapped = true } = {}) {
  const shop = await createSubscriber({ terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never } })
  const { merchant, token, processorId, send } = shop
  const customer = await createCustomer(merchant)
  await send('purchase.paid', { ref: `base-${shop.ref}`, subscription: undefined })
  const base = await shop.license()
  await new AssignLicense().assign(merchant.scope, base.id, { userId: customer.id })
  const providerRefs = isMapped ? [{ processorId, ref: 'price_2' }] : []
  const listing = { name: 'Monthly', price: PRICE, checkoutUrl: PAGE, providerRefs, stock: 5, ...sold }
  const { id: listingId } = await createListing(merchant, listing)
  const targetLicenseId = (sold.kind ?? 'new') === 'new' ? undefined : base.id
  const claimed = await call('POST', '/v1/enduser/orders', {
    ...{ token: customer.token, body: { listingId, targetLicenseId } },
  })
  const { id: orderId } = claimed.body.data.order
  const from = { customer: { email: customer.email } }
  const periodEnd = inDays(30)
  const told = {
    invoice: (data: object = {}) =>
      send('purchase.paid', { ...from, providerRef: 'price_2', periodEnd, ...data }),
    session: () => send('purchase.paid', { ...from, providerRef: undefined, orderId }),
    cycle: (days: number) =>
      send('subscription.renewed', { ...from, providerRef: 'price_2', periodEnd: inDays(days) }),
    refund: () => send('refund.full', from),
  }
  /** The orders since the claim, the claimed one first. */
  const orders = async () => (await shop.orders()).toReversed().slice(1)
  const read = async () =>
    (await call('GET', `/v1/dashboard/licenses/${base.id}`, { token })).body.data.license
  const taken = async () => {
    const path = `${shopPath(merchant)}/listings/${listingId}`
    return (await call('GET', path, { token })).body.data.listing.taken
  }
  const act = (id: string, move: string, body: object = {}) =>
    call('POST', `${ordersPath(merchant)}/${id}/${move}`, { token, body })
  return { ...shop, customer, base, orderId, told, orders, read, taken, act }
}

/** contract/10-storefront#106-processor-events */
test.group('an invoice that arrives before the checkout that names its order', (group) => {
  group.setup(() => {
    accounts.billingEnabled = true
    return () => void (accounts.billingEnabled = false)
  })

  test('sells one license, and the claimed order says so: {$self}')
    .with([
      ['session', 'invoice'],
      ['invoice', 'session'],
      ['invoice', 'session', 'session', 'invoice'],
    ] as const)
    .run(async ({ assert }, events) => {
      const { told, orders, taken, customer, license } = await createClaim()
      for (const one of events) await told[one]()
      const [claimed, made, ...others] = await orders()
      assert.lengthOf(others, 0)
      if (made) assert.containSubset(claimed, { state: 'rejected', reason: `Paid as order #${made.number}` })
      const paid = made ?? claimed
      assert.containSubset(paid, { state: 'fulfilled', endUserId: customer.id, flags: [] })
      assert.lengthOf(paid.licenses, 1)
      assert.isTrue(near((await license()).expiresAt, 33))
      assert.equal(await taken(), 1)
    })

  test('and comes from another address: its merchant checks the order', async ({ assert }) => {
    const { told, orders, customer } = await createClaim()
    await told.invoice({ customer: { email: `other-${customer.email}` } })
    await told.session()
    const [claimed, made] = await orders()
    assert.containSubset(claimed, { state: 'rejected', flags: [] })
    assert.containSubset(made, { state: 'fulfilled', flags: ['claimed_otherwise'] })
  })

  test('leaves the claimed order alone once the payment is refunded', async ({ assert }) => {
    const { told, orders } = await createClaim()
    for (const one of ['invoice', 'refund', 'session'] as const) await told[one]()
    assert.containSubset(await orders(), [{ state: 'pending' }, { state: 'reversed' }])
  })

  test('changes the license of the claimed order: {sold.kind}, {events}')
    .with([
      ...(['session,invoice', 'invoice,session', 'invoice,session,invoice,session'] as const).flatMap(
        (events) => [
          { events, sold: { kind: 'renewal', extendDays: 5 }, days: 33, after: 63 },
          { events, sold: { kind: 'addon', grant: { hwidLimit: 2 } }, days: 10, after: 63 },
        ]
      ),
    ] as { events: string; sold: Partial<NewListing>; days: number; after: number }[])
    .run(async ({ assert }, { events, sold, days, after }) => {
      const { told, orders, taken, read } = await createClaim(sold)
      for (const one of events.split(',')) await told[one as 'session' | 'invoice']()
      const [claimed, made, ...others] = await orders()
      assert.lengthOf(others, 0)
      assert.containSubset(claimed, { state: 'fulfilled', flags: [] })
      if (made) assert.containSubset(made, { state: 'rejected', reason: `Paid as order #${claimed.number}` })
      assert.isTrue(near((await read()).expiresAt, days), (await read()).expiresAt)
      assert.equal(await taken(), 1)
      await told.cycle(60)
      assert.isTrue(near((await read()).expiresAt, after))
    })

  test('stays rejected if its merchant or a refund has rejected it: {$self}')
    .with(['merchant', 'refund'])
    .run(async ({ assert }, by) => {
      const { told, orders, read, act } = await createClaim({ kind: 'renewal', extendDays: 5 })
      await told.invoice()
      if (by === 'refund') await told.refund()
      else await act((await orders())[1].id, 'reject', { reason: 'Unclear' })
      await told.session()
      assert.containSubset(await orders(), [{ state: 'pending' }, { state: 'rejected' }])
      assert.isTrue(near((await read()).expiresAt, 10))
    })

  test('waits for it if no listing has its price: {$self}')
    .with([
      ['session', 'invoice'],
      ['invoice', 'session'],
    ] as const)
    .run(async ({ assert }, events) => {
      const { told, orders, license } = await createClaim({}, { isMapped: false })
      for (const one of events) await told[one]()
      assert.containSubset(await orders(), [{ state: 'fulfilled' }])
      assert.isTrue(near((await license()).expiresAt, 33))
    })
})
