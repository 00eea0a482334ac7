import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { takePieces } from '#storefront/store/listing_supply'
import { call } from '#tests/testkit/api'
import { startChallenge } from '#tests/testkit/challenges'
import { createCustomer, createEndUser, signIn } from '#tests/testkit/end_users'
import { createApiKey } from '#tests/testkit/merchant'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const CROWD = 5000

/** contract/10-storefront#107-abuse */
test.group('what one person may have', () => {
  test('counts for every tag of an address, and for no other address', async ({ assert }) => {
    const { merchant } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 1 })
    await createCustomer(merchant)
    const name = `a_%${newId().slice(-6)}`
    const claim = async (local: string) => {
      const { accessToken: token } = await signIn(
        await createEndUser(merchant, { email: `${local}@example.net` })
      )
      return (await call('POST', '/v1/enduser/orders', { token, body: { listingId } })).status
    }
    assert.equal(await claim(`${name}+one`), 201)
    for (const local of [name, `${name}+two`, `${name}+two+three`]) assert.equal(await claim(local), 409)
    for (const local of [`${name.replace('_', 'b')}+one`, `${name}x+one`]) {
      assert.equal(await claim(local), 201)
    }
  })

  test('is not given once more to somebody who was erased and comes back, but to others', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 1 })
    const other = await createListing(merchant, { perCustomer: 1 })
    const customer = await createCustomer(merchant)
    const claim = async (email: string, listing = listingId) => {
      const comes = email === customer.email ? customer : await createEndUser(merchant, { email })
      const { accessToken } = await signIn(comes)
      return call('POST', '/v1/enduser/orders', { token: accessToken, body: { listingId: listing } })
    }
    const { order } = (await claim(customer.email)).body.data
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    assert.equal((await call('DELETE', `${people}/${customer.id}`, { token })).status, 200)
    const [local, domain] = customer.email.split('@')
    const back = (tag: string) => `${local}+${tag}@${domain}`
    assert.equal((await claim(back('one'))).status, 409)
    assert.equal((await claim(back('two'), other.id)).status, 201)
    assert.equal((await claim(`${newId()}@${domain}`)).status, 201)
    const body = { reason: 'Returned', force: true }
    await call('POST', `${ordersPath(merchant)}/${order.id}/reverse`, { token, body })
    assert.equal((await claim(back('three'))).status, 201)
  })

  test('is not given once more to an address that was merged into another, and counts once there', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 2 })
    const customer = await createCustomer(merchant)
    const [local, domain] = customer.email.split('@')
    const claim = async (comes: Parameters<typeof signIn>[0], quantity = 1) => {
      const { accessToken } = await signIn(comes)
      const body = { listingId, quantity }
      return (await call('POST', '/v1/enduser/orders', { token: accessToken, body })).status
    }
    const merge = (id: string, fromId: string) =>
      call('POST', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${id}/merge`, { token, body: { fromId } })
    const email = `${newId()}@example.net`
    const gone = await createEndUser(merchant, { email })
    assert.equal(await claim(gone, 2), 201)
    const tagged = await createEndUser(merchant, { email: `${local}+one@${domain}` })
    assert.equal(await claim(tagged), 201)
    assert.equal((await merge(customer.id, tagged.id)).status, 200)
    assert.equal(await claim(customer), 201)
    assert.equal(await claim(customer), 409)
    const other = await createEndUser(merchant)
    assert.equal((await merge(other.id, gone.id)).status, 200)
    assert.equal(await claim(await createEndUser(merchant, { email })), 409)
  })

  test('is not given once more to an address whose owner has another one, or was merged and erased', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 1 })
    await createCustomer(merchant)
    const claim = async (comes: Parameters<typeof signIn>[0]) => {
      const { accessToken } = await signIn(comes)
      return (await call('POST', '/v1/enduser/orders', { token: accessToken, body: { listingId } })).status
    }
    const address = () => `${newId()}@example.net`
    const [first, second] = [address(), address()]
    const mover = await createEndUser(merchant, { email: first })
    assert.equal(await claim(mover), 201)
    const whole = {
      orgId: merchant.orgId,
      purpose: 'email',
      email: second,
      endUserId: mover.id,
      page: null,
    } as const
    const { challengeToken, code } = await startChallenge(whole)
    const { accessToken } = await signIn(mover)
    const body = { challengeToken, code }
    const moved = await call('POST', '/v1/enduser/me/email/confirm', { token: accessToken, body })
    assert.equal(moved.body.data.endUser.email, second)
    assert.equal(await claim(await createEndUser(merchant, { email: first })), 409)

    const email = address()
    const gone = await createEndUser(merchant, { email })
    const target = await createEndUser(merchant)
    assert.equal(await claim(gone), 201)
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const merged = await call('POST', `${people}/${target.id}/merge`, { token, body: { fromId: gone.id } })
    assert.equal(merged.status, 200)
    assert.equal((await call('DELETE', `${people}/${target.id}`, { token })).status, 200)
    assert.equal(await claim(await createEndUser(merchant, { email })), 409)
  })

  test('is not given once more to an address that the merchant has replaced', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 1 })
    await createCustomer(merchant)
    const { key } = await createApiKey(merchant, ['end_user:write'])
    const claim = async (comes: Parameters<typeof signIn>[0]) => {
      const { accessToken } = await signIn(comes)
      return (await call('POST', '/v1/enduser/orders', { token: accessToken, body: { listingId } })).status
    }
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const ways = [
      (id: string, email: string) => call('PATCH', `${people}/${id}`, { token, body: { email } }),
      (id: string, email: string) =>
        call('POST', '/api/auth/sync', { token: key, body: { externalId: id, email, emailVerified: true } }),
    ]
    for (const replace of ways) {
      const email = `${newId()}@example.net`
      const mover = await createEndUser(merchant, { email })
      await call('PATCH', `${people}/${mover.id}`, { token, body: { externalId: mover.id } })
      assert.equal(await claim(mover), 201)
      assert.equal((await replace(mover.id, `${newId()}@example.net`)).status, 200)
      assert.equal(await claim(await createEndUser(merchant, { email })), 409)
    }
  })

  test('is counted without a look at everybody else', async ({ assert }) => {
    const { merchant } = await createShop()
    const { id: listingId } = await createListing(merchant, { perCustomer: 1 })
    const { id } = await createEndUser(merchant)
    await rows(
      db.connection(),
      `with people as (
         insert into end_users (id, org_id, email, created_at)
         select gen_random_uuid(), ?, 'u' || n || '@example.net', now() from generate_series(1, ?::int) n returning id)
       insert into orders (id, org_id, product_id, number, state, source, listing_id, listing, quantity, end_user_id, created_at)
       select gen_random_uuid(), ?, ?, row_number() over (), 'fulfilled', 'claim', ?, '{}', 1, people.id, now() from people`,
      [merchant.orgId, CROWD, merchant.orgId, merchant.productId, listingId]
    )
    await rows(db.connection(), 'analyze end_users, orders')
    const read = await transaction(async (trx) => {
      const before = await peopleRead(trx)
      await takePieces(trx, listingId, 1, id)
      return (await peopleRead(trx)) - before
    })
    assert.isBelow(read, 100)
  })
})

/** The number of rows of end users that the connection has read. */
async function peopleRead(trx: Trx): Promise<number> {
  const sql = `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as people
    from pg_stat_xact_user_tables where relname = 'end_users'`
  return (await firstRow<{ people: number }>(trx, sql))!.people
}
