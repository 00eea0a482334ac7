import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { PLATFORM_ACCESS } from './platform_rows.js'

const ORGS = '/v1/admin/orgs'
const USERS = '/v1/admin/users'

async function createAdmin(): Promise<Merchant> {
  const admin = await createMerchant()
  await new GrantAdmin().execute(admin.email, true)
  return admin
}

const disable = (token: string, userId: string, disabled = true) =>
  call('PATCH', `${USERS}/${userId}`, { token, body: { disabled } })

const actionsOf = async (orgId: string) =>
  (await rows<{ action: string; actor: string }>(
    db.connection(),
    `select action, actor_id as actor from audit_entries where org_id = ? order by id`,
    [orgId]
  )) as { action: string; actor: string }[]

/** contract/01-changes#reads-for-a-console */
test.group('what platform admins do', (group) => {
  let admin: Merchant
  group.setup(async () => {
    admin = await createAdmin()
  })

  test('is closed to everybody else', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    for (const route of Object.keys(PLATFORM_ACCESS)) {
      const [method, pattern] = route.split(' ')
      const path = pattern.replace(/:\w+/, merchant.orgId)
      const body = method === 'GET' ? undefined : {}
      const codeOf = async (credential: object) =>
        (await call(method, path, { ...credential, body })).body.error?.code
      assert.equal(await codeOf({}), 'UNAUTHORIZED', route)
      assert.equal(await codeOf({ apiKey: key }), 'APIKEY_NOT_ALLOWED', route)
      assert.equal(await codeOf({ token: merchant.token }), 'FORBIDDEN', route)
    }
  })

  test('orgs are found by name and member, page by page, and read by id', async ({ assert }) => {
    const { token } = admin
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'VIEWER')
    const { email } = (await call('GET', '/v1/dashboard/me', { token: member.token })).body.data.user
    const found = await call('GET', `${ORGS}?search=${encodeURIComponent(email.toUpperCase())}`, { token })
    assert.include(
      found.body.data.orgs.map(({ id }: { id: string }) => id),
      merchant.orgId
    )
    const [first] = (await call('GET', `${ORGS}?limit=1`, { token })).body.data.orgs
    const page = (await call('GET', `${ORGS}?limit=1`, { token })).body.data
    const next = (await call('GET', `${ORGS}?limit=1&cursor=${page.nextCursor}`, { token })).body.data
    assert.notEqual(next.orgs[0].id, first.id)
    const one = (await call('GET', `${ORGS}/${merchant.orgId}`, { token })).body.data.org
    assert.deepInclude(one, { owner: merchant.email, suspended: false, members: 2, products: 1, licenses: 0 })
    const code = async (path: string) => (await call('GET', path, { token })).body.error?.code
    assert.equal(await code(`${ORGS}/${newId()}`), 'ORG_NOT_FOUND')
    assert.equal(await code(`${ORGS}/x`), 'VALIDATION_ERROR')
    assert.equal(await code(`${ORGS}?cursor=x`), 'INVALID_CURSOR')
    assert.equal(await code(`${ORGS}?page=1`), 'VALIDATION_ERROR')
    assert.equal(await code(`${ORGS}/${merchant.orgId}?x=1`), 'VALIDATION_ERROR')
  })

  test('an org is found by a name beyond ASCII, as it is written', async ({ assert }) => {
    const { orgId } = await createMerchant()
    await rows(db.connection(), `update orgs set name = 'Bücher ÄÖÜ ΟΔΥΣΣΕΥΣ' where id = ?`, [orgId])
    for (const search of ['bücher ÄÖÜ', 'ΟΔΥΣΣΕΥΣ']) {
      const path = `${ORGS}?search=${encodeURIComponent(search)}`
      const { orgs } = (await call('GET', path, { token: admin.token })).body.data
      assert.deepEqual(
        orgs.map(({ id }: { id: string }) => id),
        [orgId],
        search
      )
    }
  })

  test('the licenses of an org are counted exactly, before a worker folds them too', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 3)
    const { org } = (await call('GET', `${ORGS}/${merchant.orgId}`, { token: admin.token })).body.data
    assert.equal(org.licenses, 3)
  })

  test('the plan of an org is that of its owner, and the trail says who set it', async ({ assert }) => {
    const { token, userId } = admin
    const merchant = await createMerchant()
    const path = `${ORGS}/${merchant.orgId}`
    const changed = await call('PATCH', path, { token, body: { plan: 'business' } })
    assert.equal(changed.body.data.org.plan, 'business')
    assert.containSubset(await actionsOf(merchant.orgId), [{ action: 'user.plan_set', actor: userId }])
    const code = async (body: object, at = path) =>
      (await call('PATCH', at, { token, body })).body.error?.code
    assert.equal(await code({ plan: 'gold' }), 'VALIDATION_ERROR')
    assert.equal(await code({ suspended: 'true' }), 'VALIDATION_ERROR')
    assert.equal(await code({ suspended: true }, `${ORGS}/${newId()}`), 'ORG_NOT_FOUND')
    await rows(db.connection(), `delete from org_members where org_id = ?`, [merchant.orgId])
    assert.equal(await code({ plan: 'pro' }), 'CONFLICT')
  })

  test('queues are shown as queue:status shows them', async ({ assert }) => {
    const { body } = await call('GET', '/v1/admin/queues', { token: admin.token })
    const names = body.data.queues.map(({ name }: { name: string }) => name)
    assert.includeMembers(names, ['maintenance'])
    assert.isFalse(body.data.queues[0].paused)
    const strange = await call('GET', '/v1/admin/queues?x=1', { token: admin.token })
    assert.equal(strange.body.error.code, 'VALIDATION_ERROR')
  })

  test('a disabled user is out at once and cannot come back, until enabled again', async ({ assert }) => {
    const merchant = await createMerchant()
    const signIn = (path = '/v1/auth/login') =>
      call('POST', path, { body: { email: merchant.email, password: PASSWORD } })
    const { accessToken, refreshToken } = (await signIn()).body.data.tokens
    const disabled = await disable(admin.token, merchant.userId)
    assert.deepInclude(disabled.body.data.user, { id: merchant.userId, disabled: true })
    for (const token of [accessToken, merchant.token]) {
      const me = await call('GET', '/v1/dashboard/me', { token })
      assert.equal(me.body.error.code, 'UNAUTHORIZED')
    }
    const renewed = await call('POST', '/v1/auth/refresh', { body: { refreshToken } })
    assert.equal(renewed.body.error.code, 'UNAUTHORIZED')
    for (const path of ['/v1/auth/login', '/api/auth/login']) {
      assert.equal((await signIn(path)).body.error.code, 'FORBIDDEN', path)
    }
    const wrong = { email: merchant.email, password: 'not this one' }
    const guess = await call('POST', '/v1/auth/login', { body: wrong })
    assert.equal(guess.body.error.code, 'UNAUTHORIZED')
    assert.containSubset(await actionsOf(merchant.orgId), [{ action: 'user.disabled', actor: admin.userId }])
    await disable(admin.token, merchant.userId, false)
    assert.equal((await call('GET', '/v1/dashboard/me', { token: accessToken })).status, 401)
    assert.equal((await signIn()).status, 200)
    const listed = await call('GET', `${USERS}?search=${merchant.email}`, { token: admin.token })
    assert.deepInclude(listed.body.data.users[0], { id: merchant.userId, disabled: false, orgs: 1 })
    assert.equal((await disable(admin.token, newId())).body.error.code, 'USER_NOT_FOUND')
    assert.equal((await disable(admin.token, 'x')).body.error.code, 'VALIDATION_ERROR')
    const strange = await call('GET', `${USERS}?cursor=x`, { token: admin.token })
    assert.equal(strange.body.error.code, 'INVALID_CURSOR')
  })

  test('of two admins who disable each other at a time one stays', async ({ assert }) => {
    await rows(db.connection(), `update users set platform_admin = false where platform_admin`)
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await createAdmin(), await createAdmin()]
      const answers = await Promise.all([disable(one.token, other.userId), disable(other.token, one.userId)])
      const statuses = answers.map(({ status }) => status)
      assert.lengthOf(
        statuses.filter((status) => status === 200),
        1,
        JSON.stringify(answers.map(({ body }) => body))
      )
      const left = statuses[0] === 200 ? one : other
      assert.equal((await disable(left.token, left.userId)).body.error.code, 'CONFLICT')
      await rows(db.connection(), `update users set platform_admin = false where platform_admin`)
    }
  })
})
