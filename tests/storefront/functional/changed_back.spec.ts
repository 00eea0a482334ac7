import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'
import { createTier } from '#tests/testkit/tiers'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const WHO: ('merchant' | 'event')[] = ['merchant', 'event']

/** A paid upgrade to Plus that waits, whose subscription may change to the price of Pro. */
async function createUpgrade() {
  const waiting = await createWaitingOrder()
  const { merchant, token, processorId, say, orders } = waiting
  const [plus, pro] = [await createTier(merchant), await createTier(merchant)]
  const refs = (ref: string) => [{ processorId, ref }]
  const sold = { kind: 'upgrade' as const, name: 'Plus', toTierId: plus.id }
  await createListing(merchant, { ...sold, providerRefs: refs('price_plus') })
  await createListing(merchant, { name: 'Pro', tierId: pro.id, providerRefs: refs('price_pro') })
  const ref = `upgrade-${waiting.ref}`
  const tellOf = (type: string, providerRef: string, days = 30) =>
    say(type, { ref, subscription: ref, providerRef, periodEnd: inDays(days) })
  const upgrade = async () =>
    (await orders()).find(({ reference }: { reference: string }) => reference === ref)
  const fulfilUpgrade = async () =>
    call('POST', `${ordersPath(merchant)}/${(await upgrade()).id}/fulfil`, { token, body: {} })
  return { ...waiting, plusId: plus.id, tellOf, upgrade, fulfilUpgrade }
}

/** contract/10-storefront#106-processor-events */
test.group('a subscription that changes its price back while its order waits', () => {
  test('gives the tier of the price that is paid then: {$self} fulfils')
    .with(WHO)
    .run(async ({ assert }, who) => {
      const { tellOf, upgrade, fulfilUpgrade, read, unsuspend, plusId } = await createUpgrade()
      await tellOf('purchase.paid', 'price_plus')
      await tellOf('subscription.changed', 'price_pro')
      if (who === 'event') await unsuspend()
      await tellOf('subscription.changed', 'price_plus')
      if (who === 'merchant') {
        await unsuspend()
        assert.equal((await fulfilUpgrade()).status, 200)
      }
      assert.equal((await upgrade()).state, 'fulfilled')
      assert.equal((await read()).tierId, plusId)
      await tellOf('subscription.changed', 'price_plus', 60)
      assert.equal((await read()).tierId, plusId)
    })

  test('has the grace of the price that is paid now alone: {$self} fulfils')
    .with(WHO)
    .run(async ({ assert }, who) => {
      const waiting = await createWaitingOrder({ graceDays: 9 })
      const { merchant, processorId, say, read, unsuspend, fulfil, subscription } = waiting
      const providerRefs = [{ processorId, ref: 'price_pro' }]
      await createListing(merchant, { name: 'Pro', graceDays: 0, providerRefs })
      const paid = { subscription, periodEnd: inDays(60) }
      await say('purchase.paid', paid)
      if (who === 'event') await unsuspend()
      await say('subscription.changed', { ...paid, providerRef: 'price_pro' })
      if (who === 'merchant') {
        await unsuspend()
        assert.equal((await fulfil()).status, 200)
      }
      assert.isTrue(near((await read()).expiresAt, 60), (await read()).expiresAt)
    })
})
