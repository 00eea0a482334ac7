import { setTimeout as delay } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import Queues from '#kernel/queues/queues'
import { firstRow, rows } from '#kernel/database/sql'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { LONG } from '#tests/testkit/faults'
import { killAtCommitOf, type Moment } from '#tests/testkit/kill_at_commit'
import { lowered } from '#tests/testkit/limits'
import { mailsTo } from '#tests/testkit/mails'
import ExpireOrders from '#storefront/actions/expire_orders'
import type { Merchant } from '#tests/testkit/merchant'
import { connect, drain, tell } from '#tests/testkit/processors'
import { seededRandom } from '#tests/testkit/random'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { until } from '#tests/testkit/wait'
import { createEndpoint, drainAll } from '#tests/testkit/webhooks'
import { killWorker, Workers } from '#tests/testkit/worker_process'

/** The number of purchases during the random kills, and the number of kills. */
const COUNT = LONG ? 2000 : 300
const KILLS = LONG ? 100 : 3

/**
 * A shop with an endpoint for events of its orders and licenses, and a function that sends events, which are not yet
 * processed.
 */
async function setUp(listing: Parameters<typeof createListing>[1] = {}) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant)
  await tell(processorId, 'hello', {})
  await drain()
  await createEndpoint(merchant, {
    url: 'http://127.0.0.1:9/',
    events: ['order.fulfilled', 'license.updated'],
  })
  const providerRefs = [{ processorId, ref: 'price_1' }]
  const { id: listingId } = await createListing(merchant, { providerRefs, perCustomer: null, ...listing })
  const emailOf = (name: string) => `${name}-${merchant.orgId}@example.net`
  const buy = (name: string, data: object = {}, type = 'purchase.paid') =>
    tell(processorId, type, {
      ...{ ref: name, providerRef: 'price_1', customer: { email: emailOf(name) } },
      ...data,
    })
  return { merchant, token, listingId, emailOf, buy }
}

/** The queues of the killed workers, which also deliver events. */
const QUEUES = ['webhooks', 'maintenance']

/** The results of the orders of an org. */
async function madeFor({ orgId }: Merchant) {
  await drainAll()
  return firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from licenses where org_id = ?) as licenses,
       (select count(*)::int from orders where org_id = ? and state = 'fulfilled') as orders,
       (select count(*)::int from license_events where org_id = ? and type = 'license.created') as timeline,
       (select count(*)::int from webhook_deliveries where org_id = ? and event = 'order.fulfilled') as told,
       (select sum(taken)::int from listings where org_id = ?) as taken,
       (select max(value)::int from org_counters where org_id = ? and name = 'orders') as numbers`,
    Array(6).fill(orgId)
  )
}

/** The remaining days of an org's license, and its recorded renewals. */
async function extended({ orgId }: Merchant) {
  await drainAll()
  return firstRow(
    db.connection(),
    `select round(date_part('epoch', l.expires_at - now()) / 86400)::int as days,
       (select count(*)::int from license_events e where e.license_id = l.id and e.type = 'license.updated') as changes,
       (select count(*)::int from webhook_deliveries d where d.org_id = l.org_id and d.event = 'license.updated') as told
     from licenses l where l.org_id = ?`,
    [orgId]
  )
}

const each = (count: number) => ({
  ...{ licenses: count, orders: count, timeline: count, told: count, taken: count, numbers: count },
})

/**
 * contract/10-storefront#106-processor-events. After a kill at a commit, this process finishes the work without the
 * queue, so those tests run once. Workers that are killed repeatedly get their jobs back from the queue.
 */
test.group('a worker that is killed inside a fulfilment', () => {
  test('{$self}: one license, one event, one mail')
    .with([
      ['before', 'insert into processor_subjects', 'together'],
      ['after', 'insert into processor_subjects', 'together'],
      ['before', 'savepoint part', 'in turn'],
      ['after', 'savepoint part', 'in turn'],
    ] as [Moment, string, string][])
    .run(async ({ assert }, [moment, statement, way]) => {
      const { merchant, listingId, emailOf, buy } = await setUp()
      // An event that names its listing is processed on its own.
      await buy('pay-1', way === 'together' ? {} : { listingId })
      await killAtCommitOf('processor.events', statement, moment, QUEUES)
      if (moment === 'before') assert.equal((await madeFor(merchant))!.licenses, 0)
      for (let times = 0; times < 2; times++) await Promise.all([drain(), drain()])
      assert.deepEqual(await madeFor(merchant), each(1))
      assert.lengthOf(await mailsTo(emailOf('pay-1')), 1)
    })
    .tags(['@once'])
    .timeout(120_000)

  test('{$self} the commit of renewals: one more period, once')
    .with(['before', 'after'] as Moment[])
    .run(async ({ assert }, moment) => {
      const { merchant, buy } = await setUp()
      const pay = (days: number, type?: string) =>
        buy('sub-1', { subscription: 'sub-1', periodEnd: new Date(Date.now() + days * DAY) }, type)
      await pay(30)
      await drain()
      await pay(60, 'subscription.renewed')
      await killAtCommitOf('processor.events', 'update processor_subjects s set period_end', moment, QUEUES)
      if (moment === 'before') assert.deepEqual(await extended(merchant), { days: 33, changes: 0, told: 0 })
      for (let times = 0; times < 2; times++) await Promise.all([drain(), drain()])
      assert.deepEqual(await extended(merchant), { days: 63, changes: 1, told: 1 })
    })
    .tags(['@once'])
    .timeout(120_000)

  test('again and again: as many licenses as orders', async ({ assert, cleanup }) => {
    const workers = new Workers({}, ['webhooks'])
    cleanup(() => workers.close())
    const { random, seed } = seededRandom()
    console.log(`      seed ${seed}`)
    using _ = lowered({ processorEventsPerMinute: -1 })
    const { merchant, listingId, buy } = await setUp()
    for (let at = 0; at < COUNT; at++) {
      const { status } = await buy(`pay-${at}`, at % 3 === 0 ? { listingId } : {})
      assert.equal(status, 200)
    }
    const done = async () =>
      (await firstRow<{ count: number }>(
        db.connection(),
        `select count(*)::int as count from processor_events where org_id = ? and state = 'done'`,
        [merchant.orgId]
      ))!.count
    const queues = await app.container.make(Queues)
    for (let left = KILLS; left > 0; left--) {
      const before = await done()
      if (before === COUNT) break
      const worker = await workers.begin()
      await queues.dispatch('processor.events', {})
      const enough = before + (random() * (COUNT - before)) / (left + 1)
      await until('progress', async () => (await done()) >= enough, 60_000)
      await delay(random() * 60)
      await killWorker(worker)
    }
    await workers.begin({ last: true })
    await queues.dispatch('processor.events', {})
    await until('the last event', async () => (await done()) === COUNT, 120_000)
    assert.deepEqual(await madeFor(merchant), each(COUNT))
  }).timeout(LONG ? 1_500_000 : 170_000)

  test('{$self} the commit of orders that expire: their pieces are free once')
    .with(['before', 'after'] as Moment[])
    .run(async ({ assert }, moment) => {
      const { merchant, token, listingId } = await setUp({ fulfilment: 'manual' })
      const body = { listingId, email: 'ada@example.net', quantity: 4 }
      await call('POST', ordersPath(merchant), { token, body })
      const past = new Date(Date.now() - DAY)
      await rows(db.connection(), 'update orders set due_at = ? where org_id = ?', [past, merchant.orgId])
      await rows(db.connection(), 'update listings set taken = taken + 3 where id = ?', [listingId])
      await killAtCommitOf('orders.expire', `set state = 'expired'`, moment, QUEUES)
      for (let times = 0; times < 2; times++) {
        await Promise.all([new ExpireOrders().execute(), new ExpireOrders().execute()])
      }
      const left = await firstRow(
        db.connection(),
        `select l.taken, o.state from listings l join orders o on o.listing_id = l.id where l.id = ?`,
        [listingId]
      )
      assert.deepEqual(left, { taken: 3, state: 'expired' })
    })
    .tags(['@once'])
    .timeout(120_000)
})
