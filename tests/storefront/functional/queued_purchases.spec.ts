import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DrainEvents from '#storefront/actions/drain_events'
import { DAY } from '#kernel/time/millis'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailsTo } from '#tests/testkit/mails'
import type { Merchant } from '#tests/testkit/merchant'
import { connect, drain, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

type Listing = Parameters<typeof createListing>[1]

/** A shop whose processor has events to tell; nothing works on them before `drain`. */
async function setUp(listing: Listing = {}) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant)
  await tell(processorId, 'hello', {})
  await drain()
  const sold = { providerRefs: [{ processorId, ref: 'price_1' }], perCustomer: null, ...listing }
  const { id: listingId } = await createListing(merchant, sold)
  const buy = (ref: string, data: object = {}, type = 'purchase.paid') => {
    const customer = { email: `${ref}-${merchant.orgId}@example.net` }
    return tell(processorId, type, { ref, providerRef: 'price_1', customer, ...data })
  }
  const orders = async () =>
    (await call('GET', `${ordersPath(merchant)}?limit=200`, { token })).body.data.orders as Order[]
  return { merchant, processorId, listingId, buy, orders }
}

type Order = {
  id: string
  number: number
  state: string
  reference: string
  flags: string[]
  licenses: { id: string; key: string }[]
}

const counted = ({ orgId }: Merchant) =>
  firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from licenses where org_id = ?) as licenses,
       (select coalesce(sum(delta), 0)::int from license_count_deltas where org_id = ?) as counted,
       (select count(*)::int from end_users where org_id = ?) as people,
       (select sum(taken)::int from listings where org_id = ?) as taken,
       (select count(*)::int from license_events where org_id = ? and reason like 'Order #%') as timeline,
       (select count(*)::int from processor_subjects where org_id = ? and order_id is not null) as subjects`,
    Array(6).fill(orgId)
  )

/** contract/10-storefront#106-processor-events */
test.group('purchases that have queued up', () => {
  test('become orders with licenses, timeline, events and mails, each once', async ({ assert }) => {
    const { merchant, buy, orders } = await setUp({ price: { amount: 1000, currency: 'EUR' }, stock: 11 })
    for (let at = 0; at < 9; at++) await buy(`pay-${at}`, { amount: 1000, currency: 'EUR' })
    await buy('pay-two', { quantity: 2, amount: 1500, currency: 'EUR' })
    await buy('pay-late', { amount: 1000, currency: 'EUR' })
    await Promise.all([drain(), drain()])
    const made = await orders()
    assert.lengthOf(made, 11)
    assert.isTrue(made.every(({ state }) => state === 'fulfilled'))
    const numbers = made.map(({ number }) => number).toSorted((one, other) => one - other)
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => at + 1)
    )
    const two = made.find(({ reference }) => reference === 'pay-two')!
    assert.lengthOf(two.licenses, 2)
    assert.deepEqual(two.flags, ['lower_amount'])
    const over = made.filter(({ flags }) => flags.includes('over_stock'))
    assert.deepEqual(
      over.map(({ reference }) => reference),
      ['pay-late']
    )
    assert.deepEqual(await counted(merchant), {
      ...{ licenses: 12, counted: 12, people: 11, taken: 12, timeline: 12, subjects: 11 },
    })
    const [mail] = await mailsTo(`pay-two-${merchant.orgId}@example.net`)
    for (const { key } of two.licenses) assert.include(mail.text, key)
    const told = await rows<{ name: string; count: number; orders: number }>(
      db.connection(),
      `select name, count(*)::int as count, count(distinct data ->> 'orderId')::int as orders from outbox_events
       where org_id = ? group by name order by name`,
      [merchant.orgId]
    )
    assert.deepEqual(told, [
      { name: 'end_user.created', count: 11, orders: 0 },
      { name: 'license.created', count: 12, orders: 0 },
      { name: 'order.created', count: 11, orders: 11 },
      { name: 'order.fulfilled', count: 11, orders: 11 },
    ])
  })

  test('leave what is not so plain to its turn', async ({ assert }) => {
    const { merchant, buy, orders } = await setUp()
    const banned = `insert into end_users (id, org_id, email, created_at, banned_at) values (?, ?, ?, now(), now())`
    await rows(db.connection(), banned, [newId(), merchant.orgId, `pay-banned-${merchant.orgId}@example.net`])
    const periodEnd = (days: number) => new Date(Date.now() + days * DAY).toISOString()
    await buy('pay-banned')
    await buy('in_1', { subscription: 'sub_1', periodEnd: periodEnd(30) })
    await buy('in_2', { subscription: 'sub_1', periodEnd: periodEnd(60) }, 'subscription.renewed')
    await buy('pay-gone')
    await buy('pay-gone', {}, 'refund.full')
    await buy('pay-unmapped', { providerRef: 'price_2' })
    await buy('pay-plain')
    await drain()
    const made = await orders()
    assert.deepEqual(
      made.map(({ reference, state }) => [reference, state]).toSorted(),
      [
        ['pay-gone', 'reversed'],
        ['pay-plain', 'fulfilled'],
        ['sub_1', 'fulfilled'],
      ].toSorted()
    )
    const states = await rows<{ state: string; count: number }>(
      db.connection(),
      `select state, count(*)::int as count from processor_events
       where org_id = ? and type <> 'hello' group by state order by state`,
      [merchant.orgId]
    )
    assert.deepEqual(states, [
      { state: 'done', count: 5 },
      { state: 'ignored', count: 1 },
      { state: 'queued', count: 1 },
    ])
    const subscribed = await firstRow<{ days: number }>(
      db.connection(),
      `select round(date_part('epoch', l.expires_at - now()) / 86400)::int as days from licenses l
       join orders o on l.id = any(o.license_ids) where o.org_id = ? and o.reference = 'sub_1'`,
      [merchant.orgId]
    )
    assert.deepEqual(subscribed, { days: 63 })
  })

  test('of several workers at a time are worked on once', async ({ assert }) => {
    const { merchant, buy } = await setUp({ stock: 1000 })
    await Promise.all(Array.from({ length: 60 }, (_, at) => buy(`pay-${at % 40}`)))
    const workers = await Promise.all(Array.from({ length: 4 }, () => app.container.make(DrainEvents)))
    await Promise.all(workers.map((worker) => worker.execute()))
    await drain()
    assert.containSubset(await counted(merchant), { licenses: 40, taken: 40, people: 40, subjects: 40 })
  })
})

/** Some subscriptions whose first period is paid for. */
async function subscribed(count: number) {
  const shop = await setUp({ graceDays: 3, fulfilment: 'instant' })
  const names = Array.from({ length: count }, (_, at) => `sub-${at}`)
  const pay = (name: string, days: number, data: object = {}, type = 'subscription.renewed') =>
    shop.buy(`in-${name}-${days}`, { subscription: name, periodEnd: inDays(days), ...data }, type)
  for (const name of names) await pay(name, 30, {}, 'purchase.paid')
  await drain()
  const licenses = () =>
    rows<{ name: string; id: string; status: string; days: number; revision: number }>(
      db.connection(),
      `select o.reference as name, l.id, l.status, l.revision,
         round(date_part('epoch', l.expires_at - now()) / 86400)::int as days
       from orders o join licenses l on l.id = any(o.license_ids) where o.org_id = ? order by o.number`,
      [shop.merchant.orgId]
    )
  return { ...shop, names, pay, licenses }
}

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** contract/10-storefront#106-processor-events */
test.group('renewals that have queued up', () => {
  test('extend each license once, with its timeline and event', async ({ assert }) => {
    const { merchant, names, pay, licenses } = await subscribed(12)
    const before = await licenses()
    assert.isTrue(before.every(({ days, status }) => days === 33 && status === 'ACTIVE'))
    await rows(
      db.connection(),
      `update licenses set status = 'EXPIRED', expires_at = now() - interval '1 d' where id = ?`,
      [before[0].id]
    )
    for (const name of names) await pay(name, 60)
    await Promise.all([drain(), drain(), drain()])
    const after = await licenses()
    assert.deepEqual(
      after.map(({ name, days, status }) => [name, days, status]),
      names.map((name) => [name, 63, 'ACTIVE'])
    )
    const timeline = await rows<{ count: number; revisions: number; actor_type: string }>(
      db.connection(),
      `select license_id, actor_type, count(*)::int as count, count(distinct (data ->> 'revision'))::int as revisions
       from license_events where org_id = ? and type = 'license.updated' and reason = 'subscription.renewed'
       group by license_id, actor_type`,
      [merchant.orgId]
    )
    assert.lengthOf(timeline, names.length)
    assert.isTrue(
      timeline.every((one) => one.count === 1 && one.revisions === 1 && one.actor_type === 'system')
    )
    const told = await rows<{ fields: string[]; id: string }>(
      db.connection(),
      `select data -> 'fields' as fields, data ->> 'licenseId' as id from outbox_events
       where org_id = ? and name = 'license.updated' order by 2`,
      [merchant.orgId]
    )
    assert.deepEqual(
      told,
      after
        .map(({ id }, at) => ({ id, fields: at === 0 ? ['expiresAt', 'status'] : ['expiresAt'] }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    )
    const states = await rows(
      db.connection(),
      `select state, result, count(*)::int as count, count(order_id)::int as orders from processor_events
       where org_id = ? and type = 'subscription.renewed' group by state, result`,
      [merchant.orgId]
    )
    assert.deepEqual(states, [{ state: 'done', result: 'The period is extended', count: 12, orders: 12 }])
  })

  test('take turns where they have to do with another, with somebody, or with nothing', async ({
    assert,
  }) => {
    const { merchant, names, pay, licenses, orders } = await subscribed(6)
    const [revoked, old, twice, both, gone] = names
    const [first] = await licenses()
    await call('POST', `/v1/dashboard/licenses/${first.id}/revoke`, { token: merchant.token })
    await pay(revoked, 60)
    await pay(old, 20)
    for (const days of [90, 60]) await pay(twice, days)
    // One event under the name of the subscription, one under that of its first payment.
    await pay(both, 60)
    await pay('none', 75, { subscription: undefined, ref: `in-${both}-30` })
    await pay(gone, 60, { subscription: gone })
    await call('DELETE', `/v1/dashboard/licenses/${(await licenses())[4].id}`, { token: merchant.token })
    await pay('nobodys', 60, { providerRef: 'price_2' })
    await Promise.all([drain(), drain()])
    assert.deepEqual(
      (await licenses()).map(({ name, days, status }) => [name, days, status]),
      [
        [revoked, 33, 'REVOKED'],
        [old, 33, 'ACTIVE'],
        [twice, 93, 'ACTIVE'],
        [both, 78, 'ACTIVE'],
        [names[5], 33, 'ACTIVE'],
      ]
    )
    const flagged = (await orders()).filter(({ flags }) => flags.length > 0)
    assert.deepEqual(
      flagged.map(({ reference, flags }) => [reference, flags]),
      [[revoked, ['held_by_merchant']]]
    )
    const states = await rows(
      db.connection(),
      `select state, count(*)::int as count from processor_events
       where org_id = ? and type = 'subscription.renewed' group by state order by state`,
      [merchant.orgId]
    )
    assert.deepEqual(states, [
      { state: 'done', count: 7 },
      { state: 'ignored', count: 1 },
    ])
  })

  test('a license for which two subscriptions pay has the later end', async ({ assert }) => {
    const { merchant, processorId, pay, licenses } = await subscribed(1)
    const [{ id }] = await licenses()
    await createListing(merchant, {
      ...{ name: 'More', kind: 'renewal', extendDays: 1, fulfilment: 'instant' },
      providerRefs: [{ processorId, ref: 'price_2' }],
    })
    await pay('sub-other', 40, { providerRef: 'price_2', licenseId: id }, 'purchase.paid')
    await drain()
    await pay('sub-0', 60)
    await pay('sub-other', 90)
    await drain()
    const [license] = await licenses()
    assert.equal(license.days, 93)
  })
})
