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

  test('a renewal that is the first event is one of a subscription, also if it does not name it: {$self}')
    .with([{}, { externalId: 'customer-1' }])
    .run(async ({ assert }, named) => {
      const { send, license, customer } = await createSubscriber()
      const once = { subscription: undefined, periodEnd: inDays(30), customer: { ...customer, ...named } }
      await send('subscription.renewed', once)
      assert.isTrue(near((await license()).expiresAt, 33), (await license()).expiresAt)
      await send('subscription.ended', once)
      assert.isTrue(near((await license()).expiresAt, 30), (await license()).expiresAt)
    })

  test('a purchase of no subscription pays for no period: {$self}')
    .with([{}, { externalId: 'customer-1' }])
    .run(async ({ assert }, named) => {
      const { send, license, customer } = await createSubscriber()
      const once = { subscription: undefined, customer: { ...customer, ...named } }
      await send('purchase.paid', { ...once, periodEnd: inDays(60) })
      assert.isNull((await license()).expiresAt)
      await send('subscription.renewed', { ...once, periodEnd: inDays(30) })
      assert.isTrue(near((await license()).expiresAt, 33), (await license()).expiresAt)
    })

  test('{$self}: the last period counts, whichever event comes first')
    .with(
      (['expire', 'suspend', 'revoke'] as const).flatMap((onEnd) =>
        ['PRE', 'PER', 'RPE', 'REP', 'EPR', 'ERP'].flatMap((order) =>
          [60, 45, undefined].map((last) => [onEnd, order, last] as const)
        )
      )
    )
    .run(async ({ assert }, [onEnd, order, last]) => {
      const { license, processorId, ref, customer } = await createSubscriber({ onEnd })
      const happened = {
        P: ['purchase.paid', -30, { periodEnd: inDays(30) }],
        R: ['subscription.renewed', -20, { periodEnd: inDays(60) }],
        E: ['subscription.ended', -10, last === undefined ? {} : { periodEnd: inDays(last) }],
      } as const
      for (const event of order) {
        const [type, minutes, data] = happened[event as keyof typeof happened]
        const body = { ref, subscription: ref, providerRef: 'price_1', customer, ...data }
        await tell(processorId, type, body, newId(), at(minutes))
        await drain()
      }
      const { status, expiresAt } = await license()
      assert.equal(status, { expire: 'ACTIVE', suspend: 'SUSPENDED', revoke: 'REVOKED' }[onEnd])
      // The end takes time only from a license that just expires.
      assert.isTrue(near(expiresAt, onEnd === 'expire' ? (last ?? 60) : 63), expiresAt)
    })

  test('a subscription that is paid after its end goes on, whichever is told first: {$self}')
    .with(['PER', 'PRE'])
    .run(async ({ assert }, order) => {
      const { license, processorId, ref, customer } = await createSubscriber({ onEnd: 'suspend' })
      const [first, second] = [inDays(30), inDays(60)]
      const happened = {
        P: ['purchase.paid', -30, first],
        E: ['subscription.ended', -20, second],
        R: ['subscription.renewed', -10, second],
      } as const
      for (const event of order) {
        const [type, minutes, periodEnd] = happened[event as keyof typeof happened]
        const body = { ref, subscription: ref, providerRef: 'price_1', customer, periodEnd }
        await tell(processorId, type, body, newId(), at(minutes))
        await drain()
      }
      assert.equal((await license()).status, 'ACTIVE')
      assert.isTrue(near((await license()).expiresAt, 63), (await license()).expiresAt)
    })

  test('the price of an earlier period is no payment for another listing', async ({ assert }) => {
    const { merchant, processorId, ref, customer, orders } = await createSubscriber()
    await createListing(merchant, { name: 'Pro', providerRefs: [{ processorId, ref: 'price_2' }] })
    const say = async (type: string, minutes: number, providerRef: string, periodEnd: string) => {
      const body = { ref, subscription: ref, providerRef, customer, periodEnd }
      await tell(processorId, type, body, newId(), at(minutes))
      await drain()
    }
    await say('subscription.renewed', -10, 'price_2', inDays(60))
    await say('purchase.paid', -30, 'price_1', inDays(30))
    assert.deepEqual((await orders())[0].flags, [])
    await say('purchase.paid', -5, 'price_1', inDays(90))
    assert.deepEqual((await orders())[0].flags, ['higher_quantity'])
  })

  test('a renewal without a time is newer than the end: the subscription is paid again', async ({
    assert,
  }) => {
    const { send, license, processorId, ref, customer } = await createSubscriber({ onEnd: 'suspend' })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.equal((await license()).status, 'SUSPENDED')
    const data = { ref, subscription: ref, customer, periodEnd: inDays(60) }
    await tell(processorId, 'subscription.renewed', data, newId(), '')
    await drain()
    assert.equal((await license()).status, 'ACTIVE')
    assert.isTrue(near((await license()).expiresAt, 63), (await license()).expiresAt)
  })

  test('a period that the end of the subscription has left out does not count', async ({ assert }) => {
    const { license, processorId, ref } = await createSubscriber()
    const customer = { email: `${newId()}@example.net` }
    const send = async (type: string, minutes: number, days: number) => {
      const data = { ref, subscription: ref, providerRef: 'price_1', customer, periodEnd: inDays(days) }
      await tell(processorId, type, data, newId(), at(minutes))
      await drain()
    }
    await send('purchase.paid', -30, 30)
    await send('subscription.ended', -10, 30)
    await send('subscription.renewed', -20, 60)
    assert.isTrue(near((await license()).expiresAt, 30))
  })

  test('the first period of an addon that has ended gives no time', async ({ assert }) => {
    const { license, merchant, processorId, send } = await createSubscriber()
    const sold = { name: 'Devices', kind: 'addon', grant: { hwidLimit: 2 } } as const
    await createListing(merchant, { ...sold, providerRefs: [{ processorId, ref: 'price_add' }] })
    await send('purchase.paid', { periodEnd: inDays(30) })
    const { key: licenseKey } = await license()
    const more = (type: string, minutes: number, data: object = {}) => {
      const about = { ref: 'sub_add', subscription: 'sub_add', providerRef: 'price_add', licenseKey }
      return tell(processorId, type, { ...about, ...data }, newId(), at(minutes))
    }
    await more('purchase.paid', -30)
    await drain()
    await more('subscription.ended', -10)
    await drain()
    await more('purchase.paid', -20, { periodEnd: inDays(300) })
    await drain()
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)
    assert.isTrue(near(body.data.licenses[0].expiresAt, 33), body.data.licenses[0].expiresAt)
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

  test('the first period ends a license whose merchant has chosen nothing about its expiry: {$self}')
    .with(['metadata', 'freeze', 'suspension'])
    .run(async ({ assert }, what) => {
      const { send, license, token, act } = await createSubscriber()
      await send('purchase.paid')
      const { id } = await license()
      const patch = (body: object) => call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body })
      if (what === 'metadata') await patch({ metadata: { note: 'Called on Monday' } })
      if (what === 'freeze') for (const frozen of [true, false]) await patch({ frozen })
      if (what === 'suspension') for (const move of ['suspend', 'unsuspend']) await act(move)
      await send('subscription.renewed', { periodEnd: inDays(30) })
      const { expirationMode, expiresAt } = await license()
      assert.equal(expirationMode, 'fixed')
      assert.isTrue(near(expiresAt, 33), expiresAt)
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
