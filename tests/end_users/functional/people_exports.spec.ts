import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import CreateProduct from '#catalog/actions/create_product'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, openPortal, own, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop } from '#tests/testkit/shops'

async function scene(licenses = 1) {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const seeded = await seedLicenses(merchant, licenses)
  await rows(db.connection(), `update licenses set end_user_id = ? where id = any(?::uuid[])`, [
    customer.id,
    seeded.map(({ id }) => id),
  ])
  const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${customer.id}/export`
  const exported = async (url: string, token: string) => {
    const response = await fetch(BASE + url, { headers: { authorization: `Bearer ${token}` } })
    return { headers: response.headers, file: JSON.parse(await response.text()) }
  }
  return { merchant, customer, path, seeded, exported }
}

/** contract/09-end-users#96-the-merchants-side */
test.group('an export of an end user', () => {
  test('has everything about them, the same for both sides, and nothing of others', async ({ assert }) => {
    const { merchant, customer, path, seeded, exported } = await scene()
    const { token } = merchant
    const [license] = seeded
    await rows(
      db.connection(),
      `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at) values (?, 'IP', '192.0.2.7', now(), now())`,
      [license.id]
    )
    const ticket = { subject: 'It does not start', body: 'Since the update' }
    const opened = await call('POST', '/v1/enduser/tickets', { token: customer.token, body: ticket })
    const { id: ticketId } = opened.body.data.ticket
    const internal = { body: 'a difficult customer', internal: true }
    await call('POST', `/v1/dashboard/tickets/${ticketId}/messages`, { token, body: internal })
    await call('POST', `/v1/enduser/licenses/${license.id}/reset-ip`, { token: customer.token, body: {} })
    const other = await createEndUser(merchant)
    await rows(
      db.connection(),
      `insert into downloads (id, org_id, product_id, release_id, artifact_id, license_id, end_user_id, created_at)
       values (?, ?, ?, ?, ?, ?, ?, now())`,
      [newId(), merchant.orgId, merchant.productId, newId(), newId(), license.id, customer.id]
    )
    const [foreign] = await seedLicenses(merchant, 1)
    await own(other, foreign.id)
    const { file, headers } = await exported(path, token)
    assert.include(headers.get('content-disposition')!, `end-user-${customer.id}.json`)
    assert.containSubset(file.profile, { id: customer.id, email: customer.email })
    assert.containSubset(file.signIns, [{ door: 'code', ip: '127.0.0.1', userAgent: 'tests' }])
    assert.lengthOf(file.licenses, 1)
    assert.containSubset(file.licenses[0], {
      id: license.id,
      key: license.key,
      product: 'Editor',
      devices: [],
    })
    assert.containSubset(file.tickets, [
      { subject: ticket.subject, messages: [{ author: 'endUser', body: ticket.body }] },
    ])
    assert.containSubset(file.activity, [{ licenseId: license.id, type: 'license.ip_reset' }])
    assert.containSubset(file.downloads, [{ licenseId: license.id, version: null, filename: null }])
    const text = JSON.stringify(file)
    for (const hidden of [internal.body, other.email, foreign.key]) assert.notInclude(text, hidden)
    const mine = (await exported('/v1/enduser/me/export', customer.token)).file
    assert.deepEqual({ ...mine, exportedAt: 0 }, { ...file, exportedAt: 0 })
    const audit = await rows<{ action: string }>(
      db.connection(),
      `select action from audit_entries where subject_id = ? and action = 'end_user.exported'`,
      [customer.id]
    )
    assert.lengthOf(audit, 1)
  })

  test('by a token of one product, has nothing of what is about another', async ({ assert }) => {
    const { merchant, customer, seeded, exported } = await scene()
    await createShop(merchant)
    const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Player' })
    const [hidden] = await seedLicenses({ ...merchant, productId: other.id }, 1)
    await own(customer, hidden.id)
    for (const [productId, licenseId] of [
      [merchant.productId, seeded[0].id],
      [other.id, hidden.id],
    ]) {
      await rows(
        db.connection(),
        `insert into license_events (license_id, org_id, type, actor_type, actor_id, data, created_at)
         values (?, ?, 'license.ip_reset', 'endUser', ?, '{}', now())`,
        [licenseId, merchant.orgId, customer.id]
      )
      await rows(
        db.connection(),
        `insert into downloads (id, org_id, product_id, release_id, artifact_id, license_id, end_user_id, created_at)
         values (?, ?, ?, ?, ?, ?, ?, now())`,
        [newId(), merchant.orgId, productId, newId(), newId(), licenseId, customer.id]
      )
      const listing = await createListing(merchant, { productId, perCustomer: null })
      const ordered = await call('POST', '/v1/enduser/orders', {
        token: customer.token,
        body: { listingId: listing.id },
      })
      assert.equal(ordered.status, 201)
      const ticket = { subject: 'It does not start', body: `About ${productId}`, productId }
      const opened = await call('POST', '/v1/enduser/tickets', { token: customer.token, body: ticket })
      assert.equal(opened.status, 201)
    }
    const counts = ({ file }: Awaited<ReturnType<typeof exported>>) =>
      ['licenses', 'orders', 'tickets', 'downloads', 'activity'].map(
        (name) => (file[name] as unknown[]).length
      )
    const whole = await exported('/v1/enduser/me/export', customer.token)
    const { accessToken } = await signIn(customer, { door: 'exchange', productId: merchant.productId })
    const narrowed = await exported('/v1/enduser/me/export', accessToken)
    assert.deepEqual(
      [counts(whole), counts(narrowed)],
      [
        [4, 2, 2, 2, 4],
        [2, 1, 1, 1, 2],
      ]
    )
    assert.include(JSON.stringify(whole.file), hidden.key)
    const text = JSON.stringify(narrowed.file)
    for (const secret of [hidden.id, hidden.key, other.id, 'Player']) assert.notInclude(text, secret)
    assert.equal(narrowed.file.profile.id, customer.id)
  })

  test('shows keys to whom the portal shows them', async ({ assert }) => {
    const { merchant, customer, path, seeded, exported } = await scene()
    const key = seeded[0].key
    const keyIn = async (url: string, token: string) => (await exported(url, token)).file.licenses[0].key
    assert.equal(await keyIn('/v1/enduser/me/export', customer.token), key)
    await openPortal(merchant, { showKeys: false })
    assert.equal(await keyIn('/v1/enduser/me/export', customer.token), `*****${key.slice(-5)}`)
    assert.equal(await keyIn(path, merchant.token), key)
  })

  test('goes on past a page', async ({ assert }) => {
    const { merchant, path, seeded, exported } = await scene(1001)
    const { file } = await exported(path, merchant.token)
    assert.sameMembers(
      file.licenses.map(({ id }: { id: string }) => id),
      seeded.map(({ id }) => id)
    )
  })

  test('of somebody unknown, or of another org, is not found', async ({ assert }) => {
    const { merchant, customer } = await scene()
    const stranger = await createMerchant()
    const ask = (orgId: string, id: string, token: string) =>
      call('GET', `/v1/dashboard/orgs/${orgId}/end-users/${id}/export`, { token })
    assert.equal((await ask(merchant.orgId, newId(), merchant.token)).body.error.code, 'NOT_FOUND')
    assert.equal((await ask(stranger.orgId, customer.id, stranger.token)).body.error.code, 'NOT_FOUND')
  })
})
