import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DAY } from '#kernel/time/millis'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { near } from '#tests/testkit/subscriber'

/** When the test began: events repeat the end of a period exactly. */
let began = 0
const inDays = (days: number) => new Date(began + days * DAY).toISOString()

/** A license that is paid for ten days, with 90 days of grace. `freeze` has begun so many days ago. */
async function createFrozen() {
  const shop = await createSharedLicense(
    { kind: 'renewal', extendDays: 30 },
    { periodEnd: inDays(10) },
    { graceDays: 90 }
  )
  const { patch, read, send } = shop
  const freeze = async (days: number) => {
    const { id } = await patch({ frozen: true })
    const sql = `update licenses set frozen_at = frozen_at - :days * interval '1 day',
      paused_since = paused_since - :days * interval '1 day' where id = :id`
    await db.rawQuery(sql, { days, id })
  }
  return {
    freeze,
    thaw: () => patch({ frozen: false }),
    extend: () => patch({ extendDays: 100 }),
    renew: () => send('subscription.renewed', { periodEnd: inDays(40) }),
    end: (days = 10) => send('subscription.ended', { periodEnd: inDays(days) }),
    read,
  }
}

/** contract/10-storefront#106-processor-events: onEnd `expire` is at periodEnd; a pause moves the expiry by its length. */
test.group('the end of a subscription whose license was frozen', (group) => {
  group.each.setup(() => void (began = Date.now()))

  test('takes the grace, and leaves the pause')
    .with([0, 5])
    .run(async ({ assert }, days) => {
      const { freeze, thaw, end, read } = await createFrozen()
      await freeze(days)
      await thaw()
      await end()
      const { expiresAt } = await read()
      assert.isTrue(near(expiresAt, 10 + days), expiresAt)
    })

  test('takes the grace of a license that is frozen', async ({ assert }) => {
    const { freeze, thaw, end, read } = await createFrozen()
    await freeze(5)
    await end()
    assert.equal((await read()).frozenDaysRemaining, 15)
    await thaw()
    const { expiresAt } = await read()
    assert.isTrue(near(expiresAt, 15), expiresAt)
  })

  test('leaves all pauses since the last period, and none that it has outlasted', async ({ assert }) => {
    const { freeze, thaw, renew, end, read } = await createFrozen()
    await freeze(7)
    await thaw()
    await renew()
    for (const days of [2, 3]) {
      await freeze(days)
      await thaw()
    }
    await end(40)
    const { expiresAt } = await read()
    assert.isTrue(near(expiresAt, 45), expiresAt)
  })

  test('leaves an extension by the merchant as it is, {$self}')
    .with(['before the freeze', 'after the freeze'])
    .run(async ({ assert }, when) => {
      const { freeze, thaw, extend, end, read } = await createFrozen()
      if (when === 'before the freeze') await extend()
      await freeze(5)
      await thaw()
      if (when === 'after the freeze') await extend()
      await end()
      const { expiresAt } = await read()
      assert.isTrue(near(expiresAt, 205), expiresAt)
    })
})
