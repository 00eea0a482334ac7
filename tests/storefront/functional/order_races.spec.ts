import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createEndUser, openPortal, signIn } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const countsOf = (orgId: string) =>
  firstRow<Record<string, number>>(
    db.connection(),
    `select (select count(*)::int from licenses where org_id = ?) as licenses,
       (select coalesce(sum(quantity), 0)::int from orders where org_id = ? and state = 'fulfilled') as sold,
       (select count(*)::int from outbox_events where org_id = ? and name = 'order.fulfilled') as told,
       (select coalesce(sum(taken), 0)::int from listings where org_id = ?) as taken`,
    [orgId, orgId, orgId, orgId]
  )

test.group('races of orders', () => {
  test('twenty claims of the last three pieces: three are sold', async ({ assert }) => {
    using _ = lowered({ ordersPerHour: -1 })
    const { merchant } = await createShop()
    await openPortal(merchant)
    const { id: listingId } = await createListing(merchant, { stock: 3 })
    const people = await Promise.all(Array.from({ length: 20 }, () => createEndUser(merchant)))
    const tokens = await Promise.all(people.map((one) => signIn(one)))
    const answers = await Promise.all(
      tokens.map(({ accessToken: token }) =>
        call('POST', '/v1/enduser/orders', { token, body: { listingId } })
      )
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      3
    )
    assert.lengthOf(
      answers.filter(({ body }) => body.error?.code === 'CONFLICT'),
      17
    )
    assert.deepEqual(await countsOf(merchant.orgId), { licenses: 3, sold: 3, told: 3, taken: 3 })
  })

  test('ten claims of one end user: each has one', async ({ assert }) => {
    using _ = lowered({ ordersPerHour: -1 })
    const { merchant } = await createShop()
    await openPortal(merchant)
    const { id: listingId } = await createListing(merchant)
    const { accessToken: token } = await signIn(await createEndUser(merchant))
    const claims = Array.from({ length: 10 }, () =>
      call('POST', '/v1/enduser/orders', { token, body: { listingId } })
    )
    const statuses = (await Promise.all(claims)).map(({ status }) => status)
    assert.lengthOf(
      statuses.filter((status) => status === 201),
      1
    )
    assert.equal((await countsOf(merchant.orgId))!.licenses, 1)
  })

  test('twenty fulfilments of one order issue once; a rejection among them loses or wins', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const path = ordersPath(merchant)
    const body = { listingId, email: 'ada@example.net', quantity: 2 }
    const { id } = (await call('POST', path, { token, body })).body.data.order
    const moves = Array.from({ length: 20 }, () => call('POST', `${path}/${id}/fulfil`, { token }))
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, ...Array(19).fill(409)])
    const second = (await call('POST', path, { token, body })).body.data.order
    const [fulfilled, rejected] = await Promise.all([
      call('POST', `${path}/${second.id}/fulfil`, { token }),
      call('POST', `${path}/${second.id}/reject`, { token, body: { reason: 'x' } }),
    ])
    assert.sameMembers([fulfilled.status, rejected.status], [200, 409])
    const both = fulfilled.status === 200 ? 4 : 2
    assert.deepEqual(await countsOf(merchant.orgId), {
      licenses: both,
      sold: both,
      told: both / 2,
      taken: both,
    })
  })
})
