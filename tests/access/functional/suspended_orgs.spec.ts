import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import AdministerOrg from '#orgs/actions/administer_org'
import SetPlan from '#accounts/actions/set_plan'
import { SYSTEM } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { openPortal, signIn } from '#tests/testkit/end_users'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { authorize, call as runtimeCall, createVendor, RELEASE, seedLicense } from '#tests/testkit/runtime'
import { mailedToken } from '#tests/testkit/mails'
import { createTarget, pathTo, type Target } from './fixture.js'
import { rowsOf } from './table.js'

const suspend = (orgId: string, suspended = true) =>
  new AdministerOrg(new SetPlan()).execute(orgId, { suspended }, SYSTEM)

const isRead = (method: string, pattern: string) => method === 'GET' && !pattern.endsWith('/licenses/export')

/** contract/01-changes#reads-for-a-console */
test.group('a suspended org', (group) => {
  let target: Target
  let key: string
  let endUserToken: string
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
    key = (await createApiKey(target.merchant, [...PERMISSIONS])).key
    await openPortal(target.merchant, {})
    endUserToken = (await signIn({ id: target.endUserId, orgId: target.merchant.orgId })).accessToken
    await suspend(target.merchant.orgId)
    forgetApiKeys()
  })

  test('is read by its members, and changed by none', async ({ assert }) => {
    const { token } = target.merchant
    for (const { method, pattern } of rowsOf('role')) {
      const body = method === 'GET' ? undefined : {}
      const answer = await call(method, pathTo(pattern, target), { token, body, text: true })
      if (isRead(method, pattern)) assert.notEqual(answer.status, 403, `${method} ${pattern}`)
      else assert.equal(answer.status, 403, `${method} ${pattern}`)
    }
    for (const path of ['/v1/dashboard/me', '/v1/dashboard/orgs']) {
      const { data } = (await call('GET', path, { token })).body
      assert.containSubset(data.orgs, [{ id: target.merchant.orgId, suspended: true }])
    }
    const made = await call('POST', '/api/apps/create', { token, body: { name: 'X' } })
    assert.equal(made.body.error.code, 'FORBIDDEN')
    const gone = await call('POST', '/api/apps/delete', { token, body: { appId: target.merchant.productId } })
    assert.equal(gone.body.error.code, 'FORBIDDEN')
  })

  test('has API keys that open nothing', async ({ assert }) => {
    for (const { method, pattern } of rowsOf('key')) {
      if (pattern.startsWith('/v1/licenses/')) continue
      const body = method === 'GET' ? undefined : {}
      const { status, body: answer } = await call(method, pathTo(pattern, target), { apiKey: key, body })
      assert.equal(status, 403, `${method} ${pattern}`)
      assert.equal(answer.error.code, 'FORBIDDEN', `${method} ${pattern}`)
    }
  })

  test('has end users who get in nowhere', async ({ assert }) => {
    for (const { method, pattern } of rowsOf('endUser')) {
      const body = method === 'GET' ? undefined : {}
      const answer = await call(method, pathTo(pattern, target), { token: endUserToken, body, text: true })
      assert.equal(answer.status, 403, `${method} ${pattern}`)
    }
    const { orgId } = target.merchant
    const door = await call('POST', '/v1/enduser/auth/code', { body: { orgId, email: 'ada@example.com' } })
    assert.equal(door.body.error.code, 'FORBIDDEN')
    const portal = await call('GET', `/v1/enduser/portal?orgId=${orgId}`, {})
    assert.equal(portal.body.error.code, 'FORBIDDEN')
  })

  test('has licenses that authorize refuses from the next call on, and allows again', async ({ assert }) => {
    const vendor = await createVendor()
    const { key: licenseKey } = await seedLicense(vendor)
    const ask = async (at = licenseKey) => (await authorize(vendor, at, { sessionId: 'a' })).body.reasonCode
    assert.isUndefined(await ask())
    await suspend(vendor.orgId)
    assert.equal(await ask(), 'LICENSE_SUSPENDED')
    assert.equal(await ask('NO-SUCH-KEY'), 'LICENSE_NOT_FOUND')
    const session = { productId: vendor.productId, licenseKey, sessionId: 'a' }
    const released = await runtimeCall(vendor, session, { path: RELEASE })
    assert.equal(released.status, 403)
    assert.equal(released.body.error!.code, 'FORBIDDEN')
    await suspend(vendor.orgId, false)
    assert.isUndefined(await ask())
  })

  test('is joined by nobody, says so in its trail, and is as before once it is suspended no more', async ({
    assert,
  }) => {
    const { orgId, token } = await createMerchant()
    const guest = await createMerchant()
    await call('POST', `/v1/dashboard/orgs/${orgId}/invites`, {
      token,
      body: { email: guest.email, role: 'VIEWER' },
    })
    const body = { token: await mailedToken(guest.email, 'invites you') }
    const accept = () => call('POST', '/v1/dashboard/invites/accept', { token: guest.token, body })
    await suspend(orgId)
    assert.equal((await accept()).body.error.code, 'FORBIDDEN')
    await suspend(orgId, false)
    assert.equal((await accept()).status, 200)
    const trail = await firstRow<{ actions: string[] }>(
      db.connection(),
      `select array_agg(action order by id) as actions from audit_entries
       where org_id = ? and action like 'org.%suspended'`,
      [orgId]
    )
    assert.deepEqual(trail!.actions, ['org.suspended', 'org.unsuspended'])
  })
})
