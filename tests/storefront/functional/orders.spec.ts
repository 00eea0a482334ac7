import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import ExpireOrders from '#storefront/actions/expire_orders'
import { DAY } from '#kernel/time/millis'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey } from '#tests/testkit/merchant'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

async function setUp() {
  const { merchant, token } = await createShop()
  const customer = await createCustomer(merchant)
  const path = ordersPath(merchant)
  const sell = (body: object) => call('POST', path, { token, body: { email: customer.email, ...body } })
  const act = (id: string, move: string, body?: object) =>
    call('POST', `${path}/${id}/${move}`, { token, body })
  const read = async (id: string) =>
    (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data.license
  return { merchant, token, customer, path, sell, act, read }
}

const eventsOf = async (orderId: string) =>
  (
    await db.rawQuery(`select name from outbox_events where data ->> 'orderId' = ? order by id`, [orderId])
  ).rows.map(({ name }: { name: string }) => name)

/** contract/10-storefront#105-orders */
test.group('orders, as their merchant sees them', () => {
  test('a sale is recorded, fulfilled and reversed', async ({ assert }) => {
    const { merchant, path, token, sell, act, read } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual', stock: 3 })
    const email = `${newId()}@example.net`
    const made = await sell({ listingId, email, quantity: 2, reference: 'invoice 7' })
    assert.equal(made.status, 201)
    const { order } = made.body.data
    assert.containSubset(order, {
      state: 'pending',
      source: 'merchant',
      reference: 'invoice 7',
      licenses: [],
    })
    assert.equal((await sell({ listingId, quantity: 2 })).body.error.code, 'CONFLICT')
    const fulfilled = (await act(order.id, 'fulfil')).body.data.order
    assert.equal(fulfilled.state, 'fulfilled')
    assert.lengthOf(fulfilled.licenses, 2)
    for (const [move, body] of [['fulfil'], ['reject', { reason: 'x' }]] as const) {
      assert.equal((await act(order.id, move, body)).body.error.code, 'CONFLICT')
    }
    const reversed = await act(order.id, 'reverse', { reason: 'Refunded' })
    assert.containSubset(reversed.body.data.order, { state: 'reversed', reason: 'Refunded' })
    assert.equal((await read(fulfilled.licenses[0].id)).status, 'REVOKED')
    assert.equal((await sell({ listingId, quantity: 3 })).status, 201)
    assert.deepEqual(await eventsOf(order.id), ['order.created', 'order.fulfilled', 'order.reversed'])
    const { orders } = (await call('GET', `${path}?state=reversed&listingId=${listingId}`, { token })).body
      .data
    assert.deepEqual(orders, [reversed.body.data.order])
  })

  test('is rejected, and its pieces are free again', async ({ assert }) => {
    const { merchant, sell, act } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual', stock: 1 })
    const { id } = (await sell({ listingId })).body.data.order
    const rejected = await act(id, 'reject', { reason: 'No stock' })
    assert.containSubset(rejected.body.data.order, { state: 'rejected', reason: 'No stock' })
    assert.equal((await act(id, 'reverse', { reason: 'x' })).body.error.code, 'CONFLICT')
    assert.equal((await sell({ listingId })).status, 201)
    assert.deepEqual(await eventsOf(id), ['order.created', 'order.rejected'])
  })

  test('a renewal is taken back, but not below now; not if somebody changed the license since', async ({
    assert,
  }) => {
    const { merchant, token, customer, sell, act, read } = await setUp()
    const { id: listingId } = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
      ...{ status: 'EXPIRED', expirationMode: 'fixed', expiresAt: Date.now() - DAY },
    })
    await own(customer, targetLicenseId)
    const { id } = (await sell({ listingId, targetLicenseId })).body.data.order
    assert.equal((await read(targetLicenseId)).status, 'ACTIVE')
    await call('PATCH', `/v1/dashboard/licenses/${targetLicenseId}`, {
      token,
      body: { metadata: { seen: true } },
    })
    assert.equal((await act(id, 'reverse', { reason: 'x' })).body.error.code, 'CONFLICT')
    const forced = await act(id, 'reverse', { reason: 'x', force: true })
    assert.equal(forced.body.data.order.state, 'reversed')
    assert.closeTo(Date.parse((await read(targetLicenseId)).expiresAt), Date.now(), 60_000)
  })

  test('what a later order has added stays, unless the reversal of the first is forced', async ({
    assert,
  }) => {
    const { merchant, customer, sell, act, read } = await setUp()
    const { id: listingId } = await createListing(merchant, { kind: 'addon', grant: { hwidLimit: 1 } })
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1)
    await own(customer, targetLicenseId)
    const limit = async () => (await read(targetLicenseId)).policyOverride?.hwidLimit ?? null
    const buy = async () => (await sell({ listingId, targetLicenseId })).body.data.order
    const first = await buy()
    const one = await limit()
    const second = await buy()
    assert.equal(await limit(), one + 1)
    // The merchant made both sales. The system fulfils paid orders, and its name in the timeline must make no
    // difference.
    await rows(
      db.connection(),
      `update license_events set actor_type = 'system', actor_id = null where license_id = ?`,
      [targetLicenseId]
    )
    assert.equal((await act(first.id, 'reverse', { reason: 'x' })).body.error.code, 'CONFLICT')
    assert.equal(await limit(), one + 1)
    assert.equal((await act(second.id, 'reverse', { reason: 'x' })).status, 200)
    assert.equal((await act(first.id, 'reverse', { reason: 'x' })).status, 409)
    assert.equal((await act(first.id, 'reverse', { reason: 'x', force: true })).status, 200)
    assert.isNull(await limit())
  })

  test('refuses targets and end users that do not fit', async ({ assert }) => {
    const { merchant, customer, sell, act } = await setUp()
    const renewal = await createListing(merchant, { kind: 'renewal', extendDays: 30, fulfilment: 'manual' })
    const listingId = renewal.id
    const refused = async (body: object) => (await sell(body)).body.error?.code
    assert.equal(await refused({ listingId: newId() }), 'LISTING_NOT_FOUND')
    assert.equal(await refused({ listingId }), 'TARGET_LICENSE_REQUIRED')
    assert.equal(await refused({ listingId, targetLicenseId: newId() }), 'LICENSE_NOT_FOUND')
    const nobody = (await sell({ listingId: newId(), email: undefined })).body.error
    assert.containSubset(nobody, { code: 'VALIDATION_ERROR', details: [{ field: 'email' }] })
    assert.equal(nobody.message, 'Name the end user by endUserId or email')
    assert.equal(await refused({ listingId, email: undefined, endUserId: newId() }), 'USER_NOT_FOUND')
    const twice = (await sell({ listingId, endUserId: customer.id })).body.error
    assert.deepEqual([twice.code, twice.details![0].field], ['VALIDATION_ERROR', 'email'])
    const banned = await createEndUser(merchant)
    await db.rawQuery('update end_users set banned_at = now() where id = ?', [banned.id])
    assert.equal(await refused({ listingId, email: banned.email }), 'USER_BANNED')
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
      ...{ expirationMode: 'fixed', expiresAt: Date.now() + DAY },
    })
    assert.equal(await refused({ listingId, targetLicenseId }), 'LICENSE_NOT_OWNED')
    await own(customer, targetLicenseId)
    const never = await seedLicenses(merchant, 1)
    await own(customer, never[0].id)
    assert.equal(await refused({ listingId, targetLicenseId: never[0].id }), 'BAD_REQUEST')
    const { id } = (await sell({ listingId, targetLicenseId })).body.data.order
    await call('POST', `/v1/dashboard/licenses/${targetLicenseId}/suspend`, { token: merchant.token })
    assert.equal(await refused({ listingId, targetLicenseId }), 'LICENSE_INACTIVE')
    assert.equal((await act(id, 'fulfil')).body.error.code, 'LICENSE_INACTIVE')
    const license = `/v1/dashboard/licenses/${targetLicenseId}`
    await call('POST', `${license}/unsuspend`, { token: merchant.token })
    await call('PATCH', license, { token: merchant.token, body: { expirationMode: 'never' } })
    assert.equal((await act(id, 'fulfil')).body.error.code, 'BAD_REQUEST')
    await own({ id: banned.id, orgId: merchant.orgId }, targetLicenseId)
    assert.equal((await act(id, 'fulfil')).body.error.code, 'LICENSE_NOT_OWNED')
    await call('DELETE', `/v1/dashboard/licenses/${targetLicenseId}`, { token: merchant.token })
    assert.equal((await act(id, 'fulfil')).body.error.code, 'LICENSE_NOT_FOUND')
    for (const [move, body] of [
      ['fulfil'],
      ['reject', { reason: 'x' }],
      ['reverse', { reason: 'x' }],
    ] as const) {
      assert.equal((await act(newId(), move, body)).body.error.code, 'NOT_FOUND')
    }
  })

  test('API keys have the orders of their product', async ({ assert }) => {
    const { merchant, sell, token } = await setUp()
    const { key } = await createApiKey(merchant, ['order:read', 'order:write'])
    const path = `/v1/products/${merchant.productId}/orders`
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const body = { listingId, email: `${newId()}@example.net` }
    const made = await call('POST', path, { apiKey: key, body })
    assert.equal(made.status, 201)
    const { id } = made.body.data.order
    assert.equal(
      (await call('POST', `${path}/${id}/fulfil`, { apiKey: key })).body.data.order.state,
      'fulfilled'
    )
    const back = await call('POST', `${path}/${id}/reverse`, { apiKey: key, body: { reason: 'x' } })
    assert.equal(back.status, 200)
    const other = (await sell({ listingId })).body.data.order.id
    const no = await call('POST', `${path}/${other}/reject`, { apiKey: key, body: { reason: 'x' } })
    assert.equal(no.status, 200)
    assert.lengthOf((await call('GET', path, { apiKey: key })).body.data.orders, 2)
    const second = await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/products`, {
      token,
      body: { name: 'B' },
    })
    const { id: productId } = second.body.data.product
    const elsewhere = await createListing({ ...merchant, productId })
    const foreign = await call('POST', path, { apiKey: key, body: { ...body, listingId: elsewhere.id } })
    assert.equal(foreign.body.error.code, 'LISTING_NOT_FOUND')
    const { id: hidden } = (await sell({ listingId: elsewhere.id })).body.data.order
    assert.equal((await call('GET', `${path}/${hidden}`, { apiKey: key })).body.error.code, 'NOT_FOUND')
  })

  test('expire after a week, once, and free their pieces', async ({ assert }) => {
    const { merchant, token, path, sell } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const { id } = (await sell({ listingId, quantity: 4 })).body.data.order
    await new ExpireOrders().execute(undefined, Date.now() + 6 * DAY)
    assert.equal((await call('GET', `${path}/${id}`, { token })).body.data.order.state, 'pending')
    const later = Date.now() + 7 * DAY + 60_000
    await Promise.all([
      new ExpireOrders().execute(undefined, later),
      new ExpireOrders().execute(undefined, later),
    ])
    assert.equal((await call('GET', `${path}/${id}`, { token })).body.data.order.state, 'expired')
    const left = await firstRow(db.connection(), 'select taken from listings where id = ?', [listingId])
    assert.deepEqual(left, { taken: 0 })
  })

  test('follow their end user into a merge and out of an erasure', async ({ assert }) => {
    const { merchant, token, customer, path, sell, act } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const { id } = (await sell({ listingId })).body.data.order
    await db.rawQuery(`update orders set note = 'For Ada' where id = ?`, [id])
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const { id: target } = await createEndUser(merchant)
    await call('POST', `${people}/${target}/merge`, { token, body: { fromId: customer.id } })
    const moved = (await call('GET', `${path}?endUserId=${target}`, { token })).body.data.orders
    assert.containSubset(moved, [{ id, note: 'For Ada' }])
    const file = await call('GET', `${people}/${target}/export`, { token })
    assert.containSubset(file.body, { orders: [{ number: 1, note: 'For Ada' }] })
    const erased = await call('DELETE', `${people}/${target}`, { token })
    assert.isBelow(erased.status, 300)
    assert.isNull((await call('GET', `${path}/${id}`, { token })).body.data.order.note)
    assert.equal((await act(id, 'fulfil')).body.error.code, 'CONFLICT')
  })
})
