import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, post, signedBy, tell } from '#tests/testkit/processors'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createTier } from '#tests/testkit/tiers'

/** contract/10-storefront#106-processor-events */
test.group('what events of processors do', () => {
  test('a purchase, fifty times at once, is one license', async ({ assert }) => {
    const { merchant, processorId, customer, orders } = await createSubscriber()
    const data = { ref: 'pay_1', providerRef: 'price_1', customer, amount: 1900, currency: 'EUR' }
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tell(processorId, 'purchase.paid', data, id))
    )
    assert.lengthOf(
      answers.filter(({ body }) => body.data.duplicate === false),
      1
    )
    // The same purchase also arrives under other event ids.
    await Promise.all(Array.from({ length: 10 }, () => tell(processorId, 'purchase.paid', data)))
    await Promise.all([drain(), drain(), drain()])
    const [order, ...others] = await orders()
    assert.lengthOf(others, 0)
    assert.containSubset(order, {
      state: 'fulfilled',
      source: 'event',
      amount: 1900,
      currency: 'EUR',
      flags: [],
    })
    assert.lengthOf(order.licenses, 1)
    const found = await rows(db.connection(), 'select id from licenses where org_id = ?', [merchant.orgId])
    assert.lengthOf(found, 1)
  })

  test('a body that begins with a byte order mark is read without it', async ({ assert }) => {
    const { processorId, customer, orders } = await createSubscriber()
    const data = { ref: 'pay_1', providerRef: 'price_1', customer }
    const body = `\ufeff${JSON.stringify({ type: 'purchase.paid', id: newId(), data })}`
    assert.equal((await post(processorId, body, signedBy('standard', body))).status, 200)
    await drain()
    assert.containSubset(await orders(), [{ state: 'fulfilled' }])
  })

  test('a renewal before its purchase makes the purchase; a period moves forward alone', async ({
    assert,
  }) => {
    const { send, orders, license } = await createSubscriber({ graceDays: 3 })
    await send('subscription.renewed', { periodEnd: inDays(60) })
    const first = await license()
    assert.isTrue(near(first.expiresAt, 63))
    await send('purchase.paid', { periodEnd: inDays(30) })
    assert.lengthOf(await orders(), 1)
    assert.equal((await license()).expiresAt, first.expiresAt)
    await send('subscription.renewed', { periodEnd: inDays(90) })
    assert.isTrue(near((await license()).expiresAt, 93))
  })

  test('an expired license is ACTIVE again; what a person revoked or suspended stays', async ({ assert }) => {
    const { send, orders, license, act, merchant } = await createSubscriber()
    await send('purchase.paid', { periodEnd: inDays(1) })
    await db.rawQuery(
      `update licenses set status = 'EXPIRED', expires_at = now() - interval '1 d' where org_id = ?`,
      [merchant.orgId]
    )
    await send('subscription.renewed', { periodEnd: inDays(30) })
    assert.equal((await license()).status, 'ACTIVE')
    await act('suspend')
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.opened')
    await send('dispute.won')
    assert.equal((await license()).status, 'SUSPENDED')
    await act('revoke')
    await send('subscription.renewed', { periodEnd: inDays(90) })
    assert.equal((await license()).status, 'REVOKED')
    assert.deepEqual((await orders())[0].flags, ['held_by_merchant'])
    await act('unrevoke')
    const { status, expiresAt } = await license()
    assert.equal(status, 'ACTIVE')
    assert.isTrue(near(expiresAt, 93), 'the paid time is there')
  })

  test('what an event has revoked stays so, and the flag does not name the merchant', async ({ assert }) => {
    const { send, orders, license, act } = await createSubscriber({ onEnd: 'revoke' })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended')
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.equal((await license()).status, 'REVOKED')
    assert.deepEqual((await orders())[0].flags, ['target_inactive'])
    for (const move of ['unrevoke', 'revoke']) await act(move)
    await send('subscription.renewed', { periodEnd: inDays(90) })
    assert.deepEqual((await orders())[0].flags, ['target_inactive', 'held_by_merchant'])
  })

  test('a license that a person has revoked ends with its subscription, too', async ({ assert }) => {
    const { send, license, act } = await createSubscriber()
    await send('purchase.paid')
    assert.equal((await license()).expirationMode, 'never')
    await act('revoke')
    await send('subscription.ended', { periodEnd: inDays(20) })
    await act('unrevoke')
    const { status, expiresAt } = await license()
    assert.equal(status, 'ACTIVE')
    assert.isTrue(near(expiresAt, 20))
  })

  test('a dispute suspends and lets go; one that is lost revokes', async ({ assert }) => {
    const { send, license } = await createSubscriber()
    await send('purchase.paid')
    await send('dispute.opened')
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.won')
    assert.equal((await license()).status, 'ACTIVE')
    await send('dispute.opened')
    await send('dispute.lost')
    assert.equal((await license()).status, 'REVOKED')
  })

  test('a refund revokes, also after a manual change; a partial one flags', async ({ assert }) => {
    const { send, orders, license, token } = await createSubscriber()
    await send('purchase.paid', { amount: 1000, currency: 'EUR' })
    await send('refund.partial')
    await send('subscription.past_due')
    assert.sameMembers((await orders())[0].flags, ['lower_amount', 'partial_refund', 'past_due'])
    const { id } = await license()
    await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { metadata: { vip: true } } })
    await send('refund.full', { reason: 'requested' })
    assert.equal((await license()).status, 'REVOKED')
    assert.containSubset((await orders())[0], { state: 'reversed', reason: 'refund.full: requested' })
    await send('refund.full')
  })

  test('the refund of a renewal is for the merchant to decide once somebody has changed the license', async ({
    assert,
  }) => {
    const { send, orders, license, token, processorId, merchant } = await createSubscriber({
      terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never },
    })
    await send('purchase.paid', { subscription: undefined })
    const before = await license()
    await createListing(merchant, {
      ...{ kind: 'renewal', extendDays: 30, name: 'More' },
      providerRefs: [{ processorId, ref: 'price_2' }],
    })
    const renewal = { ref: 'pay_2', subscription: undefined, providerRef: 'price_2', licenseKey: before.key }
    await send('purchase.paid', renewal)
    assert.isTrue(near((await license()).expiresAt, 40))
    await call('PATCH', `/v1/dashboard/licenses/${before.id}`, { token, body: { metadata: { vip: true } } })
    await send('refund.full', renewal)
    const [order] = await orders()
    assert.containSubset(order, { state: 'fulfilled', flags: ['changed_since'] })
    assert.isTrue(near((await license()).expiresAt, 40))
  })

  test('the end of a subscription does what the listing says')
    .with([
      ['expire', 'ACTIVE'],
      ['suspend', 'SUSPENDED'],
      ['revoke', 'REVOKED'],
    ] as const)
    .run(async ({ assert }, [onEnd, status]) => {
      const { send, license } = await createSubscriber({ onEnd })
      await send('purchase.paid', { periodEnd: inDays(30) })
      await send('subscription.canceled')
      assert.isTrue(near((await license()).expiresAt, 33))
      await send('subscription.ended', { periodEnd: inDays(20) })
      const after = await license()
      assert.equal(after.status, status)
      if (onEnd === 'expire') assert.isTrue(near(after.expiresAt, 20))
    })

  test('another price gives the same license what its listing gives', async ({ assert }) => {
    const { send, license, merchant, processorId } = await createSubscriber({
      policyOverride: { hwidLimit: 1 },
    })
    await send('purchase.paid')
    const { id } = await license()
    await createListing(merchant, {
      ...{ name: 'Large', policyOverride: { hwidLimit: 9 } },
      providerRefs: [{ processorId, ref: 'price_9' }],
    })
    await send('subscription.changed', { providerRef: 'price_9' })
    const after = await license()
    assert.deepEqual([after.id, after.policyOverride], [id, { hwidLimit: 9 }])
  })

  test('another price gives the same license its tier, and takes it away again', async ({ assert }) => {
    const { send, license, merchant, processorId } = await createSubscriber({ name: 'Plain' })
    const pro = await createTier(merchant, { code: 'pro' })
    await createListing(merchant, {
      ...{ name: 'Pro', tierId: pro.id },
      providerRefs: [{ processorId, ref: 'price_pro' }],
    })
    await send('purchase.paid')
    const { id } = await license()
    await send('subscription.changed', { providerRef: 'price_pro' })
    assert.containSubset(await license(), { id, tier: 'pro' })
    await send('subscription.changed', { providerRef: 'price_1' })
    assert.containSubset(await license(), { id, tier: null })
  })

  test('a purchase fulfils the order that it names', async ({ assert }) => {
    const { merchant, token, send, orders, listingId } = await createSubscriber({ fulfilment: 'manual' })
    const body = { listingId, email: `${newId()}@example.net` }
    const { id } = (await call('POST', ordersPath(merchant), { token, body })).body.data.order
    await send('purchase.paid', { orderId: id, providerRef: undefined, customer: undefined })
    assert.containSubset(await orders(), [{ id, state: 'fulfilled' }])
  })

  test('one that fails is tried six times more, and leaves nothing behind', async ({ assert }) => {
    const { send, merchant, customer, orders } = await createSubscriber()
    const banned = `insert into end_users (id, org_id, email, created_at, banned_at) values (?, ?, ?, now(), now())`
    await rows(db.connection(), banned, [newId(), merchant.orgId, customer.email])
    await send('purchase.paid')
    const event = () =>
      firstRow<{ state: string; tries: number }>(
        db.connection(),
        `select state, tries from processor_events where org_id = ? and type = 'purchase.paid'`,
        [merchant.orgId]
      )
    assert.deepEqual(await event(), { state: 'queued', tries: 1 })
    let now = Date.now()
    for (let tries = 2; tries <= 7; tries++) {
      now += 3_601_000
      await drain(() => now)
    }
    assert.deepEqual(await event(), { state: 'failed', tries: 7 })
    assert.lengthOf(await orders(), 0)
  })
})
