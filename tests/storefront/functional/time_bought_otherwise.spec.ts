import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { createEndUser } from '#tests/testkit/end_users'
import { drain, tell } from '#tests/testkit/processors'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { createListing } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'

const MONTHLY = { kind: 'renewal', extendDays: 30 } as const
const ONCE = { subscription: undefined }

/** contract/10-storefront#106-processor-events */
test.group('the end of a renewal that was sold as a subscription', () => {
  test('leaves the time that the license had before, and the days of the renewal: {before}')
    .with([
      { before: 365, periods: [30], after: 395 },
      { before: 365, periods: [30, 60], after: 395 },
      { before: 10, periods: [30], after: 40 },
      { before: 2, periods: [30], after: 32 },
      { before: 2, periods: [30, 60], after: 60 },
    ])
    .run(async ({ assert }, { before, periods, after }) => {
      const { more, read } = await createSharedLicense(MONTHLY, ONCE, {
        terms: { expiresAt: inDays(before) },
      })
      const [first, ...others] = periods
      await more('purchase.paid', { periodEnd: inDays(first) })
      for (const days of others) await more('subscription.renewed', { periodEnd: inDays(days) })
      await more('subscription.ended', { periodEnd: inDays(periods.at(-1)!) })
      assert.isTrue(near((await read()).expiresAt, after), (await read()).expiresAt)
    })

  test('changes nothing where its payment was refunded: {$self}')
    .with(['expire', 'suspend', 'revoke'] as const)
    .run(async ({ assert }, onEnd) => {
      const listing = { ...MONTHLY, onEnd }
      const { more, read } = await createSharedLicense(listing, ONCE, { terms: { expiresAt: inDays(10) } })
      await more('purchase.paid', { periodEnd: inDays(30) })
      await more('refund.full')
      await more('subscription.ended', { periodEnd: inDays(30) })
      const { status, expiresAt } = await read()
      assert.equal(status, 'ACTIVE')
      assert.isTrue(near(expiresAt, 10), expiresAt)
    })
})

/** contract/10-storefront#106-processor-events */
test.group('the first period of a renewal that was sold as a subscription', () => {
  const terms = () => ({ terms: { expiresAt: inDays(2) } })

  test('is paid for to its end, whichever event names it: {$self}')
    .with([[60], [null, 60]])
    .run(async ({ assert }, periods) => {
      const { more, read } = await createSharedLicense(MONTHLY, ONCE, terms())
      for (const days of periods) await more('purchase.paid', days ? { periodEnd: inDays(days) } : {})
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
    })

  test('shortens no renewal', async ({ assert }) => {
    const { more, read } = await createSharedLicense(MONTHLY, ONCE, terms())
    await more('purchase.paid', { periodEnd: inDays(10) })
    assert.isTrue(near((await read()).expiresAt, 32))
  })

  test('goes back with its money, whichever event names it: {$self}')
    .with([[60], [null, 60], [null, 60, 60]])
    .run(async ({ assert }, periods) => {
      const { more, read } = await createSharedLicense(MONTHLY, ONCE, terms())
      for (const days of periods) await more('purchase.paid', days ? { periodEnd: inDays(days) } : {})
      await more('refund.full')
      assert.isTrue(near((await read()).expiresAt, 2), (await read()).expiresAt)
    })

  test('is not paid for by an event that arrives after the refund of its payment', async ({ assert }) => {
    const { processorId, ref, more, read } = await createSharedLicense(MONTHLY, ONCE, terms())
    const paidAt = new Date(Date.now() - 1000).toISOString()
    await more('purchase.paid')
    await more('refund.full')
    const late = { ref: `${ref}-2`, subscription: `${ref}-2`, periodEnd: inDays(60) }
    await tell(processorId, 'purchase.paid', late, newId(), paidAt)
    await drain()
    assert.isTrue(near((await read()).expiresAt, 2), (await read()).expiresAt)
  })
})

/** contract/10-storefront#106-processor-events */
test.group('the end of the subscription that a license was sold with', () => {
  test('leaves the time that the license got from its merchant', async ({ assert }) => {
    const { send, patch, read } = await createSharedLicense(MONTHLY, { periodEnd: inDays(30) })
    await patch({ extendDays: 100 })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 133))
  })

  test('gives a license back no time that its merchant has taken away', async ({ assert }) => {
    const period = { periodEnd: inDays(30) }
    const { send, patch, read } = await createSharedLicense(MONTHLY, period)
    await patch({ expiresAt: inDays(1) })
    await send('subscription.ended', period)
    assert.isTrue(near((await read()).expiresAt, 1), (await read()).expiresAt)
  })

  test('leaves the time of a renewal that was bought at once', async ({ assert }) => {
    const { send, more, read } = await createSharedLicense(MONTHLY, { periodEnd: inDays(30) })
    await more('purchase.paid', ONCE)
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 63))
  })

  test('leaves a license that never expires since', async ({ assert }) => {
    const { send, patch, read } = await createSharedLicense(MONTHLY, { periodEnd: inDays(30) })
    await patch({ expirationMode: 'never', expiresAt: null })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.containSubset(await read(), { status: 'ACTIVE', expirationMode: 'never' })
  })

  test('ends a license that had the terms of its listing, because no event named a period', async ({
    assert,
  }) => {
    const { send, read } = await createSharedLicense(MONTHLY, {}, { terms: { expiresAt: inDays(365) } })
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 30))
  })

  test('leaves what another owner of the license pays for', async ({ assert }) => {
    const shop = await createSharedLicense(MONTHLY, { periodEnd: inDays(30) })
    const { merchant, send, more, read, giveTo } = shop
    await giveTo(await createEndUser(merchant))
    await more('purchase.paid', { periodEnd: inDays(90) })
    await giveTo(await createEndUser(merchant))
    await send('subscription.ended', { periodEnd: inDays(30) })
    assert.isTrue(near((await read()).expiresAt, 93))
  })
})

/** contract/10-storefront#105-orders */
test.group('the days that a refund of a renewal takes back', () => {
  test('are none that another subscription has paid for since', async ({ assert }) => {
    const { send, more, read } = await createSharedLicense(MONTHLY, { periodEnd: inDays(30) })
    await more('purchase.paid', ONCE)
    await send('subscription.renewed', { periodEnd: inDays(50) })
    assert.isTrue(near((await read()).expiresAt, 63))
    await more('refund.full', ONCE)
    assert.isTrue(near((await read()).expiresAt, 53), (await read()).expiresAt)
  })

  test('are all where the other subscription sells an addon', async ({ assert }) => {
    const once = { terms: { expiresAt: inDays(10) } }
    const { merchant, processorId, more, read } = await createSharedLicense(MONTHLY, ONCE, once)
    const providerRefs = [{ processorId, ref: 'price_3' }]
    await createListing(merchant, { name: 'Addon', kind: 'addon', grant: { hwidLimit: 2 }, providerRefs })
    const addon = { ref: 'sub_3', subscription: 'sub_3', providerRef: 'price_3' }
    await more('purchase.paid', { ...addon, periodEnd: inDays(365) })
    await more('purchase.paid', ONCE)
    assert.isTrue(near((await read()).expiresAt, 40))
    await more('refund.full', ONCE)
    assert.isTrue(near((await read()).expiresAt, 10), (await read()).expiresAt)
  })
})
