import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, tell } from '#tests/testkit/processors'
import { seededRandom } from '#tests/testkit/random'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'
import { createTill } from '#tests/testkit/till'

const PAIRS = 50

/** Drains together, and afterwards, a minute later, whatever had lost a lock to one of them. */
const drainTogether = async () => {
  await Promise.all([drain(), drain()])
  await drain(() => Date.now() + 60_000)
}

/** contract/10-storefront#106-processor-events */
test.group('events that come before the purchase that they are about', () => {
  test('{0} follows its purchase by itself')
    .with([
      ['refund.full', 'REVOKED', 'reversed'],
      ['dispute.opened', 'SUSPENDED', 'fulfilled'],
      ['dispute.lost', 'REVOKED', 'fulfilled'],
      ['subscription.ended', 'REVOKED', 'fulfilled'],
    ] as const)
    .run(async ({ assert }, [type, status, state]) => {
      const { send, license, orders, processorId, merchant, token } = await createSubscriber({
        onEnd: 'revoke',
      })
      await send(type, { periodEnd: inDays(-1) })
      assert.lengthOf(await orders(), 0)
      await send('purchase.paid')
      assert.equal((await license()).status, status)
      assert.equal((await orders())[0].state, state)
      const path = `${shopPath(merchant)}/processors/${processorId}/events`
      const { events } = (await call('GET', path, { token })).body.data
      assert.isTrue(
        events.every((event: { state: string }) => event.state === 'done' || event.state === 'ignored')
      )
      assert.equal(events.find((event: { type: string }) => event.type === type).state, 'done')
    })

  test('a dispute that was opened and won before leaves the license as it was', async ({ assert }) => {
    const { send, license } = await createSubscriber()
    await send('dispute.opened')
    await send('dispute.won')
    await send('purchase.paid')
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('they wait under each name of the purchase', async ({ assert }) => {
    const { send, orders, ref } = await createSubscriber()
    await send('refund.partial')
    await send('refund.full', { ref: `pay-${ref}`, subscription: undefined })
    await send('purchase.paid', { ref: `pay-${ref}` })
    const [order, ...others] = await orders()
    assert.lengthOf(others, 0)
    assert.containSubset(order, { state: 'reversed', flags: ['partial_refund'] })
    // From now on both names lead to the order.
    await send('subscription.past_due', { ref: `pay-${ref}`, subscription: undefined })
    assert.sameMembers((await orders())[0].flags, ['past_due', 'partial_refund'])
  })

  test('a refund of a renewal that nobody knows yet waits for it', async ({ assert }) => {
    const { send, orders, ref } = await createSubscriber()
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('refund.full', { ref: `pay-${ref}`, subscription: undefined })
    assert.equal((await orders())[0].state, 'fulfilled')
    await send('subscription.renewed', { ref: `pay-${ref}`, periodEnd: inDays(60) })
    assert.equal((await orders())[0].state, 'reversed')
  })

  test('what an unmapped price means is made up for once the purchase is replayed', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const { id: processorId } = await connect(merchant)
    const ref = newId()
    const say = (type: string) =>
      tell(processorId, type, { ref, providerRef: 'price_9', customer: { email: `${ref}@example.net` } })
    await say('purchase.paid')
    await say('refund.full')
    await drain()
    await createListing(merchant, { providerRefs: [{ processorId, ref: 'price_9' }] })
    const path = `${shopPath(merchant)}/processors/${processorId}/events`
    const { events } = (await call('GET', path, { token })).body.data
    const purchase = events.find((event: { type: string }) => event.type === 'purchase.paid')
    await call('POST', `${path}/${purchase.id}/replay`, { token })
    await drain()
    const { orders } = (await call('GET', ordersPath(merchant), { token })).body.data
    assert.deepEqual(
      orders.map(({ state }: { state: string }) => state),
      ['reversed']
    )
  })

  test('fifty purchases and their refunds, in any order and all at once: nobody keeps a license', async ({
    assert,
  }) => {
    const { merchant, buy, orders } = await createTill({ stock: PAIRS })
    const { random, seed } = seededRandom()
    console.log(`      seed ${seed}`)
    const told = Array.from({ length: PAIRS }, (_, at) => [
      () => buy(`pay-${at}`),
      () => buy(`pay-${at}`, {}, 'refund.full'),
    ]).flat()
    const inOrder = told.map((say) => ({ say, at: random() })).toSorted((one, other) => one.at - other.at)
    await Promise.all([...inOrder.map(({ say }) => say()), drain(), drain(), drain()])
    await drainTogether()
    const made = await orders()
    assert.lengthOf(made, PAIRS)
    assert.isTrue(made.every(({ state }) => state === 'reversed'))
    const left = await firstRow(
      db.connection(),
      `select (select count(*)::int from licenses where org_id = ? and status = 'REVOKED') as revoked,
         (select count(*)::int from licenses where org_id = ?) as licenses,
         (select sum(taken)::int from listings where org_id = ?) as taken,
         (select count(*)::int from processor_events where org_id = ? and state <> 'done' and type <> 'hello') as open`,
      Array(4).fill(merchant.orgId)
    )
    assert.deepEqual(left, { revoked: PAIRS, licenses: PAIRS, taken: 0, open: 0 })
  })

  test('a refund told fifty times beside its purchase counts once', async ({ assert }) => {
    const { merchant, buy, orders } = await createTill({ stock: 5 })
    const told = Array.from({ length: 50 }, () => buy('pay-1', {}, 'refund.full'))
    await Promise.all([...told, buy('pay-1'), drain(), drain()])
    await drainTogether()
    assert.deepEqual(
      (await orders()).map(({ state }) => state),
      ['reversed']
    )
    const [{ revoked, taken }] = await rows<{ revoked: number; taken: number }>(
      db.connection(),
      `select (select count(*)::int from license_events where org_id = ? and type = 'license.revoked') as revoked,
         (select sum(taken)::int from listings where org_id = ?) as taken`,
      [merchant.orgId, merchant.orgId]
    )
    assert.deepEqual({ revoked, taken }, { revoked: 1, taken: 0 })
  })
})
