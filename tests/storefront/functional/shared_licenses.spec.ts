import { test } from '@japa/runner'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } } as const
const RENEWAL = { kind: 'renewal', extendDays: 1 } as const

/** contract/10-storefront#106-processor-events */
test.group('the end of one of two subscriptions for a license', () => {
  test('takes away nothing that the other one has paid for: {sold.kind}')
    .with([
      { sold: ADDON, days: [63, 60] },
      { sold: RENEWAL, days: [64, 64] },
    ])
    .run(async ({ assert }, { sold, days: [between, after] }) => {
      const { send, more, read } = await createSharedLicense(sold, { periodEnd: inDays(60) })
      await more('purchase.paid', { periodEnd: inDays(30) })
      await more('subscription.ended', { periodEnd: inDays(30) })
      assert.containSubset(await read(), { status: 'ACTIVE' })
      assert.isTrue(near((await read()).expiresAt, between))
      await send('subscription.ended', { periodEnd: inDays(60) })
      assert.isTrue(near((await read()).expiresAt, after))
    })

  test('leaves the license to the other one where its listing would {onEnd} it: {sold.kind}')
    .with(
      (['suspend', 'revoke'] as const).flatMap((onEnd) => [ADDON, RENEWAL].map((sold) => ({ onEnd, sold })))
    )
    .run(async ({ assert }, { onEnd, sold }) => {
      const first = { periodEnd: inDays(60) }
      const { send, more, read } = await createSharedLicense({ ...sold, onEnd }, first, { onEnd })
      await more('purchase.paid', { periodEnd: inDays(30) })
      await more('subscription.ended', { periodEnd: inDays(30) })
      assert.containSubset(await read(), { status: 'ACTIVE' })
      await send('subscription.ended', { periodEnd: inDays(60) })
      assert.equal((await read()).status, onEnd === 'revoke' ? 'REVOKED' : 'SUSPENDED')
    })

  test('is not put off by the first period of an addon, which sells no time: {onEnd}')
    .with([
      { onEnd: 'revoke', status: 'REVOKED', after: 33 },
      { onEnd: 'suspend', status: 'SUSPENDED', after: 33 },
      { onEnd: 'expire', status: 'ACTIVE', after: 30 },
    ])
    .run(async ({ assert }, { onEnd, status, after }) => {
      const { send, more, read } = await createSharedLicense(ADDON, { periodEnd: inDays(30) }, { onEnd })
      await more('purchase.paid', { periodEnd: inDays(365) })
      await send('subscription.ended', { periodEnd: inDays(30) })
      assert.containSubset(await read(), { status })
      assert.isTrue(near((await read()).expiresAt, after), (await read()).expiresAt)
    })

  test('leaves the license to an addon whose later period has extended it: {$self}')
    .with(['revoke', 'suspend', 'expire'])
    .run(async ({ assert }, onEnd) => {
      const { send, more, read } = await createSharedLicense(ADDON, { periodEnd: inDays(30) }, { onEnd })
      await more('purchase.paid', { periodEnd: inDays(20) })
      await more('subscription.renewed', { periodEnd: inDays(60) })
      await send('subscription.ended', { periodEnd: inDays(30) })
      assert.containSubset(await read(), { status: 'ACTIVE' })
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
    })

  test('gives the license none of the time of the other one that its merchant has taken away', async ({
    assert,
  }) => {
    const { send, more, read, patch } = await createSharedLicense(RENEWAL, { periodEnd: inDays(30) })
    await more('purchase.paid', { periodEnd: inDays(365) })
    await patch({ expiresAt: inDays(40) })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 40), (await read()).expiresAt)
  })

  test('leaves it to the other one also once a dispute is won', async ({ assert }) => {
    const onEnd = 'suspend'
    const { more, read } = await createSharedLicense({ ...RENEWAL, onEnd }, { periodEnd: inDays(60) })
    await more('purchase.paid', { periodEnd: inDays(30) })
    for (const type of ['dispute.opened', 'subscription.ended']) await more(type, { periodEnd: inDays(30) })
    assert.containSubset(await read(), { status: 'SUSPENDED' })
    await more('dispute.won')
    assert.containSubset(await read(), { status: 'ACTIVE' })
  })

  test('is that of the license where the other one has ended before', async ({ assert }) => {
    const { send, more, read } = await createSharedLicense(RENEWAL, { periodEnd: inDays(30) })
    await more('purchase.paid', { periodEnd: inDays(60) })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 63))
    await more('subscription.ended', { periodEnd: inDays(60) })
    assert.isTrue(near((await read()).expiresAt, 60))
  })

  test('is that of the license where the other one was refunded', async ({ assert }) => {
    const { send, more, read } = await createSharedLicense(RENEWAL, { periodEnd: inDays(30) })
    await more('purchase.paid', { periodEnd: inDays(60) })
    await more('refund.full')
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 30))
  })

  test('is that of the license where the other one was refunded, and its merchant has yet to decide', async ({
    assert,
  }) => {
    const { send, more, read, patch } = await createSharedLicense(ADDON, { periodEnd: inDays(60) })
    await more('purchase.paid', { periodEnd: inDays(90) })
    await patch({ metadata: { vip: true } })
    await more('refund.full')
    await send('subscription.ended', { periodEnd: inDays(60) })
    assert.isTrue(near((await read()).expiresAt, 60))
  })

  test('of an addon takes none of the time that was bought at once: {$self}')
    .with([30, 400])
    .run(async ({ assert }, days) => {
      const terms = { expiresAt: inDays(365) }
      const { more, read } = await createSharedLicense(ADDON, { subscription: undefined }, { terms })
      await more('purchase.paid', { periodEnd: inDays(10) })
      await more('subscription.renewed', { periodEnd: inDays(days) })
      await more('subscription.ended', { periodEnd: inDays(days) })
      assert.isTrue(near((await read()).expiresAt, Math.max(days, 365)))
    })

  test('of an addon sells no time, whichever event names its first period: {$self}')
    .with([[60], [null, 60]])
    .run(async ({ assert }, periods) => {
      const once = { subscription: undefined }
      const { more, read } = await createSharedLicense(ADDON, once, { terms: { expiresAt: inDays(2) } })
      for (const days of periods) await more('purchase.paid', days ? { periodEnd: inDays(days) } : {})
      assert.isTrue(near((await read()).expiresAt, 2), (await read()).expiresAt)
    })

  test('of an addon or an upgrade neither lengthens nor shortens a license to which it gave no time: {$self}')
    .with([
      { before: 30, periodEnd: inDays(365), end: null },
      { before: -1, periodEnd: inDays(365), end: inDays(400) },
      { before: 12, periodEnd: inDays(10), end: inDays(10) },
    ])
    .run(async ({ assert }, { before, periodEnd, end }) => {
      const [once, terms] = [{ subscription: undefined }, { expiresAt: inDays(30) }]
      const { more, read, patch } = await createSharedLicense(ADDON, once, { terms })
      await patch({ expiresAt: inDays(before) })
      await more('purchase.paid', { periodEnd })
      await more('subscription.ended', { periodEnd: end })
      assert.isTrue(near((await read()).expiresAt, before), (await read()).expiresAt)
    })

  test('of an addon leaves the time from before its periods, and lengthens none: {$self}')
    .with([
      { periods: [40], end: 20, after: 35 },
      { periods: [40, 70], end: 50, after: 50 },
      { periods: [40, 70], end: 20, after: 35 },
      { periods: [40], end: 90, after: 43 },
    ])
    .run(async ({ assert }, { periods, end, after }) => {
      const [once, terms] = [{ subscription: undefined }, { expiresAt: inDays(35) }]
      const { more, read } = await createSharedLicense(ADDON, once, { terms })
      await more('purchase.paid', { periodEnd: inDays(10) })
      for (const days of periods) await more('subscription.renewed', { periodEnd: inDays(days) })
      assert.isTrue(near((await read()).expiresAt, periods.at(-1)! + 3))
      await more('subscription.ended', { periodEnd: inDays(end) })
      assert.isTrue(near((await read()).expiresAt, after), (await read()).expiresAt)
    })

  test('of an addon leaves a license that never expires as it is', async ({ assert }) => {
    const { more, read } = await createSharedLicense(ADDON, { subscription: undefined })
    await more('purchase.paid', { periodEnd: inDays(30) })
    await more('subscription.ended', { periodEnd: inDays(30) })
    assert.containSubset(await read(), { status: 'ACTIVE', expirationMode: 'never', expiresAt: null })
  })
})

/** contract/10-storefront#106-processor-events */
test.group('a period of a license whose days start with its activation', () => {
  const terms = { expirationMode: 'afterActivation', expiresAfterDays: 365 }
  const alone = { reason: 'cycle' }

  test('leaves them if another order has sold it: {sold.kind} {how}')
    .with(
      [
        { sold: ADDON, days: 365 },
        { sold: RENEWAL, days: 366 },
      ].flatMap((one) => [
        { ...one, how: {} },
        { ...one, how: alone },
      ])
    )
    .run(async ({ assert }, { sold, days, how }) => {
      const { more, read } = await createSharedLicense(sold, { subscription: undefined }, { terms })
      await more('purchase.paid', { periodEnd: inDays(30) })
      await more('subscription.renewed', { periodEnd: inDays(60), ...how })
      assert.containSubset(await read(), { ...terms, expiresAfterDays: days, expiresAt: null })
    })

  test('sets its expiry if the subscription has sold it: {$self}')
    .with([{}, alone])
    .run(async ({ assert }, how) => {
      const { send, license } = await createSubscriber({ terms: terms as never })
      await send('purchase.paid')
      await send('subscription.renewed', { periodEnd: inDays(30), ...how })
      const { expirationMode, expiresAt } = await license()
      assert.equal(expirationMode, 'fixed')
      assert.isTrue(near(expiresAt, 33), expiresAt)
    })
})

/** contract/10-storefront#106-processor-events */
test.group('disputes about two orders of one license', () => {
  test('keep it suspended until the last one is won: {$self}')
    .with([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ])
    .run(async ({ assert }, [opened, won]) => {
      const { send, more, read } = await createSharedLicense(ADDON, { periodEnd: inDays(30) })
      await more('purchase.paid', { periodEnd: inDays(30) })
      const orders = [send, more]
      for (const order of [orders[opened], orders[1 - opened]]) await order('dispute.opened')
      await orders[won]('dispute.won')
      assert.equal((await read()).status, 'SUSPENDED')
      await orders[1 - won]('dispute.won')
      assert.equal((await read()).status, 'ACTIVE')
    })

  test('flag no order whose next period is paid meanwhile', async ({ assert }) => {
    const { send, more, read, orders } = await createSharedLicense(ADDON, { periodEnd: inDays(30) })
    await more('purchase.paid')
    await more('dispute.opened')
    await send('subscription.renewed', { periodEnd: inDays(60) })
    assert.equal((await read()).status, 'SUSPENDED')
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
    await more('dispute.won')
    assert.equal((await read()).status, 'ACTIVE')
    for (const { flags } of await orders()) assert.deepEqual(flags, [])
  })
})
