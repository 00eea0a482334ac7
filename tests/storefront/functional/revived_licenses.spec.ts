import { test } from '@japa/runner'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { drain, tell } from '#tests/testkit/processors'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

const MINUTE = 1 / 1440

/** A subscriber whose license is EXPIRED since its period is over. `say` tells what has happened so many minutes ago. */
async function createExpired(listing: object = {}) {
  const shop = await createSubscriber({ graceDays: 0, ...listing })
  const { processorId, ref, customer, license } = shop
  const say = async (minutes: number, type: string, data: object = {}) => {
    const told = { ref, subscription: ref, providerRef: 'price_1', customer, ...data }
    await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
    await drain()
  }
  await say(60, 'purchase.paid', { ref: 'pay_1', periodEnd: inDays(-1) })
  const expire = () => new ExpireLicenses().execute()
  await expire()
  const renew = (minutes: number, how: object = {}) =>
    say(minutes, 'subscription.renewed', { ref: 'pay_2', periodEnd: inDays(29), ...how })
  const status = async () => (await license()).status
  return { ...shop, say, renew, expire, status }
}

/** contract/10-storefront#106-processor-events: an EXPIRED license cannot be suspended before it is paid again. */
test.group('an EXPIRED license that is paid again', () => {
  test('is suspended while a dispute is open: {$self}')
    .with([{}, { reason: 'Late' }])
    .run(async ({ assert }, how) => {
      const { say, renew, license, status } = await createExpired()
      assert.equal(await status(), 'EXPIRED')
      await say(30, 'dispute.opened', { ref: 'pay_1' })
      await renew(20, how)
      assert.equal(await status(), 'SUSPENDED')
      assert.isTrue(near((await license()).expiresAt, 29))
      await say(10, 'dispute.won', { ref: 'pay_1' })
      assert.equal(await status(), 'ACTIVE')
    })

  test('is suspended while a dispute is open if that payment tells its first period', async ({ assert }) => {
    const terms = { expirationMode: 'fixed', expiresAt: inDays(1) as never } as const
    const { processorId, ref, customer, license } = await createSubscriber({ terms })
    const say = async (minutes: number, type: string, data: object = {}) => {
      const told = { ref: 'pay_1', subscription: ref, providerRef: 'price_1', customer, ...data }
      await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
      await drain()
    }
    await say(60, 'purchase.paid')
    await new ExpireLicenses().execute(undefined, () => Date.now() + 2 * DAY)
    assert.equal((await license()).status, 'EXPIRED')
    await say(30, 'dispute.opened')
    await say(60, 'purchase.paid', { periodEnd: inDays(29) })
    assert.equal((await license()).status, 'SUSPENDED')
    await say(10, 'dispute.won')
    assert.equal((await license()).status, 'ACTIVE')
    assert.isTrue(near((await license()).expiresAt, 32), (await license()).expiresAt)
  })

  test('is suspended if its subscription has ended since', async ({ assert }) => {
    const { say, renew, license, status } = await createExpired({ onEnd: 'suspend' })
    await say(10, 'subscription.ended')
    await renew(20)
    assert.equal(await status(), 'SUSPENDED')
    assert.isTrue(near((await license()).expiresAt, 29))
    await say(5, 'subscription.renewed', { ref: 'pay_3', periodEnd: inDays(60) })
    assert.equal(await status(), 'ACTIVE')
  })

  test('is ACTIVE if its merchant has restored it during the dispute', async ({ assert }) => {
    const { say, renew, act, expire, status } = await createExpired()
    await renew(50)
    await say(40, 'dispute.opened', { ref: 'pay_1' })
    await act('unsuspend')
    await say(30, 'subscription.ended', { periodEnd: inDays(-0.5) })
    await expire()
    assert.equal(await status(), 'EXPIRED')
    await say(20, 'subscription.renewed', { ref: 'pay_3', periodEnd: inDays(60) })
    assert.equal(await status(), 'ACTIVE')
  })
})
