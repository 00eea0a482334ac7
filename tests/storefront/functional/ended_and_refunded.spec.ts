import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { ordersPath } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'

const LENGTHS = [
  { graceDays: 3, extendDays: 10, end: 30 },
  { graceDays: 30, extendDays: 10, end: 30 },
  { graceDays: 3, extendDays: 1, end: 25 },
  { graceDays: 3, extendDays: 10, end: 45 },
  { graceDays: 3, extendDays: 10, end: null },
]

const WAYS = ['the end, then the refund', 'the refund, then the end', 'the end, then a reversal']

/** A license with 20 days of its own, and a subscription that has renewed it. */
async function createRenewed(sold: object, terms: object = { expiresAt: inDays(20) }) {
  const shared = await createSharedLicense(
    { kind: 'renewal', ...sold },
    { subscription: undefined },
    { terms }
  )
  const { merchant, token, more, orders } = shared
  await more('purchase.paid', { periodEnd: inDays(30) })
  const reverse = async () =>
    call('POST', `${ordersPath(merchant)}/${(await orders())[0].id}/reverse`, {
      ...{ token, body: { reason: 'Refunded' } },
    })
  return { ...shared, reverse }
}

/** contract/10-storefront#106-processor-events */
test.group('a renewal whose subscription ends and is refunded', () => {
  test('leaves the license the days that it had before: {way}, {graceDays} days of grace, the end at {end}')
    .with(LENGTHS.flatMap((lengths) => WAYS.map((way) => ({ ...lengths, way }))))
    .run(async ({ assert }, { graceDays, extendDays, end, way }) => {
      const { more, read, reverse, orders } = await createRenewed({ graceDays, extendDays })
      const ended = { periodEnd: end === null ? undefined : inDays(end) }
      if (way === 'the refund, then the end') await more('refund.full')
      await more('subscription.ended', ended)
      if (way === 'the end, then the refund') await more('refund.full')
      if (way === 'the end, then a reversal') assert.equal((await reverse()).status, 200)
      assert.containSubset((await orders())[0], { state: 'reversed', flags: [] })
      assert.isTrue(near((await read()).expiresAt, 20), (await read()).expiresAt)
    })

  test('leaves what the other period of its subscription has paid for: {way}')
    .with(WAYS.map((way) => ({ way, days: way === 'the end, then a reversal' ? 60 : 30 })))
    .run(async ({ assert }, { way, days }) => {
      const { more, read, reverse } = await createRenewed({ extendDays: 10 })
      await more('subscription.renewed', { periodEnd: inDays(60) })
      if (way === 'the refund, then the end') await more('refund.full')
      await more('subscription.ended', { periodEnd: inDays(60) })
      if (way === 'the end, then the refund') await more('refund.full')
      if (way === 'the end, then a reversal') assert.equal((await reverse()).status, 200)
      assert.isTrue(near((await read()).expiresAt, days), (await read()).expiresAt)
    })
})
