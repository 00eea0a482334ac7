import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { inDays, near } from '#tests/testkit/subscriber'

const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } } as const
const RENEWAL = { kind: 'renewal', extendDays: 1 } as const

/** A license of a subscription for 30 days, and another subscription whose events are told with the time they happened. */
async function createShared(sold: object, listing: object = {}, days = 30) {
  const shared = await createSharedLicense(sold, { periodEnd: inDays(days) }, listing)
  const { processorId, ref, customer, read } = shared
  const { key: licenseKey } = await read()
  const other = { ref: `${ref}-2`, subscription: `${ref}-2`, providerRef: 'price_2', licenseKey, customer }
  // The events of a test name the same ends of periods.
  const began = Date.now()
  const happened = async (minutesAgo: number, type: string, days?: number) => {
    const period = days === undefined ? {} : { periodEnd: new Date(began + days * DAY).toISOString() }
    await tell(processorId, type, { ...other, ...period }, newId(), inDays(-minutesAgo / 1440))
    await drain()
  }
  return { ...shared, happened }
}

/** contract/10-storefront#106-processor-events */
test.group('a license that the end of its subscription has suspended, and that another one pays for', () => {
  const onEnd = 'suspend'

  test('is ACTIVE, also if that is told after the end: {kind}')
    .with([ADDON, RENEWAL])
    .run(async ({ assert }, sold) => {
      const { send, happened, read, orders } = await createShared(sold, { onEnd })
      await happened(50, 'purchase.paid', 10)
      if (sold === RENEWAL) await happened(45, 'subscription.ended', 10)
      await send('subscription.ended', { periodEnd: inDays(30) })
      assert.equal((await read()).status, 'SUSPENDED')
      await happened(40, 'subscription.renewed', 60)
      assert.equal((await read()).status, 'ACTIVE')
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
      assert.deepEqual((await orders())[0].flags, [])
    })

  test('stays suspended if the other one does not pay for now: {$self}')
    .with([
      { sold: RENEWAL, first: -20, later: -10 },
      { sold: ADDON, first: 10, later: 20 },
    ])
    .run(async ({ assert }, { sold, first, later }) => {
      const { send, happened, read } = await createShared(sold, { onEnd })
      await happened(50, 'purchase.paid', first)
      await send('subscription.ended', { periodEnd: inDays(30) })
      await happened(40, 'subscription.renewed', later)
      assert.equal((await read()).status, 'SUSPENDED')
    })

  test('stays suspended if its merchant has suspended it since', async ({ assert }) => {
    const { send, happened, read, orders, token } = await createShared(RENEWAL, { onEnd })
    await happened(50, 'purchase.paid', 10)
    await happened(45, 'subscription.ended', 10)
    await send('subscription.ended', { periodEnd: inDays(30) })
    const path = `/v1/dashboard/licenses/${(await read()).id}`
    for (const move of ['unsuspend', 'suspend'])
      await call('POST', `${path}/${move}`, { token, body: { reason: 'Abuse' } })
    await happened(1, 'subscription.renewed', 60)
    assert.equal((await read()).status, 'SUSPENDED')
    assert.deepEqual((await orders())[0].flags, ['held_by_merchant'])
  })
})

/** contract/10-storefront#106-processor-events */
test.group('the periods of an addon that are told in another order', () => {
  test('give the license the same time as in theirs: {$self}')
    .with([
      ['purchase.paid', 'subscription.renewed'],
      ['subscription.renewed', 'purchase.paid'],
      ['subscription.renewed', 'purchase.paid', 'subscription.renewed', 'purchase.paid'],
    ])
    .run(async ({ assert }, events) => {
      const { happened, read } = await createShared(ADDON)
      for (const type of events)
        await (type === 'purchase.paid' ? happened(50, type, 40) : happened(40, type, 60))
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
      await happened(30, 'subscription.ended', 60)
      assert.isTrue(near((await read()).expiresAt, 60), (await read()).expiresAt)
    })

  test('give none if the money of the later one is back', async ({ assert }) => {
    const { happened, read } = await createShared(ADDON)
    await happened(40, 'subscription.renewed', 60)
    await happened(30, 'refund.full')
    await happened(50, 'purchase.paid', 40)
    assert.isTrue(near((await read()).expiresAt, 33), (await read()).expiresAt)
  })

  test('last until the end that cuts them off: {$self}')
    .with([
      ['subscription.renewed', 'subscription.ended'],
      ['subscription.ended', 'subscription.renewed'],
    ])
    .run(async ({ assert }, events) => {
      const { happened, read } = await createShared(ADDON)
      await happened(50, 'purchase.paid', 40)
      for (const type of events)
        await (type === 'subscription.ended' ? happened(30, type, 50) : happened(40, type, 60))
      assert.isTrue(near((await read()).expiresAt, 50), (await read()).expiresAt)
    })

  test('give none if the first one is told after the end: {$self}')
    .with(['expire', 'suspend'])
    .run(async ({ assert }, onEnd) => {
      const { happened, read } = await createShared({ ...ADDON, onEnd })
      await happened(50, 'purchase.paid')
      await happened(30, 'subscription.ended', 35)
      await happened(45, 'purchase.paid', 60)
      assert.isTrue(near((await read()).expiresAt, 33), (await read()).expiresAt)
    })

  test('last without grace if the license just expires at their end: {$self}')
    .with([
      ['subscription.renewed', 'subscription.ended'],
      ['subscription.ended', 'subscription.renewed'],
    ])
    .run(async ({ assert }, events) => {
      const { happened, read } = await createShared({ ...ADDON, onEnd: 'suspend' }, {}, 60)
      await happened(50, 'purchase.paid', 20)
      for (const type of events)
        await (type === 'subscription.ended' ? happened(30, type) : happened(40, type, 80))
      assert.containSubset(await read(), { status: 'ACTIVE' })
      assert.isTrue(near((await read()).expiresAt, 80), (await read()).expiresAt)
    })

  test('give none if a newer event tells of a shorter one: {$self}')
    .with(['subscription.changed', 'subscription.renewed'])
    .run(async ({ assert }, type) => {
      const { happened, read } = await createShared(ADDON)
      await happened(50, 'purchase.paid', 365)
      await happened(10, type, 31)
      assert.isTrue(near((await read()).expiresAt, 33), (await read()).expiresAt)
    })
})
