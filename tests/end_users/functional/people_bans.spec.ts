import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { quotas } from '#config/quotas'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { askForCode, knock } from '#tests/testkit/doors'
import { createCustomer, createEndUser, openPortal, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

async function scene() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${customer.id}`
  const post = (what: string, body: object = {}) =>
    call('POST', `${path}/${what}`, { token: merchant.token, body })
  const me = () => call('GET', '/v1/enduser/me', { token: customer.token })
  return { merchant, customer, path, post, me }
}

/** contract/09-end-users#96-the-merchants-side */
test.group('a ban of an end user', () => {
  test('holds on the very next call, and lifting it brings no sign-in back', async ({ assert }) => {
    const { merchant, customer, post, me } = await scene()
    assert.equal((await me()).status, 200)
    const banned = await post('ban', { reason: 'chargeback' })
    assert.containSubset(banned.body.data.endUser, { banned: true, banReason: 'chargeback', sessions: [] })
    assert.notProperty(banned.body.data, 'operation')
    assert.equal((await me()).body.error.code, 'USER_BANNED')
    const { accessToken } = await signIn(customer)
    assert.equal((await call('GET', '/v1/enduser/me', { token: accessToken })).body.error.code, 'USER_BANNED')
    const lifted = await post('unban')
    assert.containSubset(lifted.body.data.endUser, { banned: false, banReason: null })
    assert.equal((await me()).body.error.code, 'UNAUTHORIZED')
    const events = await rows<{ name: string }>(
      db.connection(),
      `select name from outbox_events where org_id = ? order by id`,
      [merchant.orgId]
    )
    assert.deepEqual(
      events.map(({ name }) => name),
      ['end_user.banned', 'end_user.unbanned']
    )
  })

  test('ends mailed codes, and lifting it brings none back (proved address: {proved})')
    .with([{ proved: true }, { proved: false }])
    .run(async ({ assert }, { proved }) => {
      const merchant = await createMerchant()
      const { orgId, token } = merchant
      await openPortal(merchant)
      const { id, email } = await createEndUser(merchant, { proved })
      const { challengeToken, code } = await askForCode(orgId, email)
      for (const what of ['ban', 'unban']) {
        await call('POST', `/v1/dashboard/orgs/${orgId}/end-users/${id}/${what}`, { token, body: {} })
      }
      const entered = await knock('code/verify', { challengeToken, code })
      assert.equal(entered.body.error?.code, 'UNAUTHORIZED')
    })

  test('twice tells once, and keeps the last reason that was sent', async ({ assert }) => {
    const { merchant, post } = await scene()
    await post('ban', { reason: 'one' })
    assert.equal((await post('ban', { reason: 'two' })).body.data.endUser.banReason, 'two')
    for (const body of [{}, { suspendLicenses: true }])
      assert.equal((await post('ban', body)).body.data.endUser.banReason, 'two')
    assert.isNull((await post('ban', { reason: null })).body.data.endUser.banReason)
    await post('unban')
    await post('unban')
    const [{ count }] = await rows<{ count: number }>(
      db.connection(),
      `select count(*)::int as count from outbox_events where org_id = ?`,
      [merchant.orgId]
    )
    assert.equal(count, 2)
  })

  test('suspends their licenses on request: of the org for users, of its product for a key that may', async ({
    assert,
  }) => {
    const { merchant, customer, path } = await scene()
    const { token, orgId } = merchant
    const body = { name: 'Other' }
    const { product } = (await call('POST', `/v1/dashboard/orgs/${orgId}/products`, { token, body })).body
      .data
    const mine = [
      ...(await seedLicenses(merchant, 2)),
      ...(await seedLicenses({ ...merchant, productId: product.id }, 1)),
    ]
    const [other] = await seedLicenses(merchant, 1)
    for (const { id } of mine) await own(customer, id)
    const { key: lacking } = await createApiKey(merchant, ['end_user:write'])
    const { key } = await createApiKey(merchant, ['end_user:write', 'license:update'])
    const suspending = { suspendLicenses: true, reason: 'Jane asked for her money back' }
    const keyed = (apiKey: string) =>
      call('POST', `/v1/end-users/${customer.id}/ban`, { apiKey, body: suspending })
    assert.equal((await keyed(lacking)).body.error.code, 'PERMISSION_DENIED')
    const ofProduct = (await keyed(key)).body.data.operation
    assert.equal(ofProduct.type, 'licenses.suspend')
    assert.notProperty(ofProduct.params, 'reason')
    assert.equal((await runToEnd(ofProduct.id)).succeeded, 2)
    const ofOrg = (await call('POST', `${path}/ban`, { token, body: suspending })).body.data.operation
    assert.containSubset(await runToEnd(ofOrg.id), { succeeded: 1, skipped: 2 })
    const statuses = await rows<{ id: string; status: string }>(
      db.connection(),
      `select id, status from licenses where org_id = ?`,
      [orgId]
    )
    for (const { id, status } of statuses) assert.equal(status, id === other.id ? 'ACTIVE' : 'SUSPENDED')
    assert.equal((await call('GET', path, { token })).body.data.endUser.licenseCount, 3)
  })

  test('is undone as a whole if its operation is refused', async ({ assert, cleanup }) => {
    const { post, me } = await scene()
    const before = quotas.openOperationsPerOrg
    cleanup(() => void (quotas.openOperationsPerOrg = before))
    quotas.openOperationsPerOrg = 0
    assert.equal((await post('ban', { suspendLicenses: true })).body.error.code, 'LIMIT_REACHED')
    assert.equal((await me()).status, 200)
  })

  test('refuses bad fields', async ({ assert }) => {
    const { post } = await scene()
    for (const body of [{ reason: '' }, { suspendLicenses: 'yes' }, { why: 'x' }]) {
      assert.equal((await post('ban', body)).body.error.code, 'VALIDATION_ERROR', JSON.stringify(body))
    }
  })
})

/** contract/09-end-users#96-the-merchants-side */
test.group('signing an end user out', () => {
  test('ends all of their sign-ins, and of nobody else', async ({ assert }) => {
    const { merchant, customer, post, me } = await scene()
    const { accessToken } = await signIn(customer)
    const other = await createCustomer(merchant)
    assert.deepEqual((await post('sign-out')).body.data, { revoked: 2 })
    for (const token of [customer.token, accessToken]) {
      assert.equal((await call('GET', '/v1/enduser/me', { token })).body.error.code, 'UNAUTHORIZED')
    }
    assert.equal((await call('GET', '/v1/enduser/me', { token: other.token })).status, 200)
    assert.deepEqual((await post('sign-out')).body.data, { revoked: 0 })
    assert.equal((await me()).status, 401)
  })
})
