import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { webhooks } from '#config/webhooks'
import { SYSTEM } from '#kernel/audit/audit'
import ClearDeliveries from '#webhooks/actions/clear_deliveries'
import ReplayDeliveries from '#webhooks/actions/replay_deliveries'
import RotateSecret from '#webhooks/actions/rotate_secret'
import SendTest from '#webhooks/actions/send_test'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, deliveriesOf, emit, manualEngine, productScope } from '#tests/testkit/webhooks'
import { wrongBy } from '#tests/testkit/wrong_clock'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Deliveries are dated and due by the clock of the database, so everything that is compared with them is too. */
test.group('webhooks and a service whose clock is wrong', () => {
  test('a secret that was replaced signs for its 24 hours', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const now = worker.clock.now
    const { setRight } = wrongBy(-2 * DAY, cleanup)
    await new RotateSecret().execute(productScope(merchant), id, SYSTEM)
    setRight()
    await emit(merchant, 'license.created', [{}], now)
    worker.clock.now = now + HOUR
    await worker.run()
    assert.property(receiver.received[0].headers, 'x-service-signature-previous')
  })

  test('a bulk replay is sent at once, and takes what failed just now: {$self} ms')
    .with([HOUR, -HOUR])
    .run(async ({ assert, cleanup }, ms) => {
      await using receiver = await openReceiver(status(302))
      await using worker = manualEngine()
      const merchant = await createMerchant()
      const { id } = await createEndpoint(merchant, { url: receiver.url })
      const since = worker.clock.now - DAY
      await emit(merchant, 'license.revoked', [{}])
      await worker.run()
      const { setRight } = wrongBy(ms, cleanup)
      const replay = await app.container.make(ReplayDeliveries)
      assert.equal(await replay.execute(productScope(merchant), id, { since }), 1)
      setRight()
      worker.clock.now = Date.now()
      await worker.run()
      assert.lengthOf(receiver.received, 2)
    })

  test('a test is dated and signed by the clock of the database', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const { setRight } = wrongBy(HOUR, cleanup)
    const send = await app.container.make(SendTest)
    const { createdAt } = await send.execute(productScope(merchant), id)
    setRight()
    assert.approximately(createdAt.getTime(), Date.now(), HOUR / 2)
    const signedAt = Number(receiver.received[0].headers['webhook-timestamp']) * 1000
    assert.approximately(signedAt, Date.now(), HOUR / 2)
  })

  test('the retention takes what is old', async ({ assert, cleanup }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    worker.clock.now = Date.now() - webhooks.retentionMs - DAY
    await emit(merchant, 'license.created', [{}], worker.clock.now)
    await worker.run()
    wrongBy(-2 * DAY, cleanup)
    await new ClearDeliveries().execute(new AbortController().signal)
    assert.lengthOf(await deliveriesOf(id), 0)
  })
})
