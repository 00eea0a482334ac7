import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DAY } from '#kernel/time/millis'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { drain } from '#tests/testkit/processors'
import { createListing } from '#tests/testkit/shops'
import { createTill } from '#tests/testkit/till'

/** Subscriptions whose first period is paid. */
async function subscribed(count: number) {
  const shop = await createTill({ graceDays: 3, fulfilment: 'instant' })
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
    // One event with the name of the subscription, one with that of its first payment.
    await pay(both, 60)
    await pay('none', 75, { subscription: undefined, ref: `in-${both}-30` })
    await pay(gone, 60, { subscription: gone })
    await call('DELETE', `/v1/dashboard/licenses/${(await licenses())[4].id}`, { token: merchant.token })
    await pay('nobodys', 60, { providerRef: 'price_2' })
    await Promise.all([drain(), drain()])
    assert.deepEqual(
      (await licenses()).map(({ name, days, status }) => [name, days, status]),
      [
        [revoked, 63, 'REVOKED'],
        [old, 33, 'ACTIVE'],
        [twice, 93, 'ACTIVE'],
        [both, 78, 'ACTIVE'],
        [names[5], 33, 'ACTIVE'],
      ]
    )
    const flagged = (await orders()).filter(({ flags }) => flags.length > 0)
    assert.sameDeepMembers(
      flagged.map(({ reference, flags }) => [reference, flags]),
      [
        [revoked, ['held_by_merchant']],
        [gone, ['target_inactive']],
      ]
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
