import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DrainEvents from '#storefront/actions/drain_events'
import { DAY } from '#kernel/time/millis'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { mailsTo } from '#tests/testkit/mails'
import type { Merchant } from '#tests/testkit/merchant'
import { drain } from '#tests/testkit/processors'
import { createTill } from '#tests/testkit/till'

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
    const { merchant, buy, orders } = await createTill({
      price: { amount: 1000, currency: 'EUR' },
      stock: 11,
    })
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
    assert.include(two.flags, 'lower_amount')
    // Two workers share the purchases, so any of them may be the one that comes last.
    assert.lengthOf(
      made.filter(({ flags }) => flags.includes('over_stock')),
      1
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
    const { merchant, buy, orders } = await createTill()
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

  test('of people who are known already, and of one twice, go to them', async ({ assert }) => {
    const { merchant, buy, orders } = await createTill()
    const of = (name: string) => ({ customer: { email: `${name}-${merchant.orgId}@example.net` } })
    await buy('pay-1', of('ada'))
    await drain()
    for (const [ref, name] of [
      ['pay-2', 'ada'],
      ['pay-3', 'eve'],
      ['pay-4', 'eve'],
    ])
      await buy(ref, of(name))
    await drain()
    const owners = Map.groupBy(await orders(), ({ endUserId }) => endUserId)
    assert.deepEqual(
      [...owners.values()].map((own) => own.map(({ reference }) => reference).toSorted()).toSorted(),
      [
        ['pay-1', 'pay-2'],
        ['pay-3', 'pay-4'],
      ]
    )
    assert.containSubset(await counted(merchant), { licenses: 4, people: 2, subjects: 4 })
  })

  test('of several workers at a time are worked on once', async ({ assert }) => {
    const { merchant, buy } = await createTill({ stock: 1000 })
    await Promise.all(Array.from({ length: 60 }, (_, at) => buy(`pay-${at % 40}`)))
    const workers = await Promise.all(Array.from({ length: 4 }, () => app.container.make(DrainEvents)))
    await Promise.all(workers.map((worker) => worker.execute()))
    await drain()
    assert.containSubset(await counted(merchant), { licenses: 40, taken: 40, people: 40, subjects: 40 })
  })
})
