import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { makeLicense, makeLicenses } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant, PASSWORD } from '#tests/testkit/merchant'

const NO_KEY = { authorization: `Bearer svc_${'0'.repeat(40)}` }

test.group('secondary route set: users', () => {
  test('signing up and in, as under /v1/auth', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const account = { email, password: PASSWORD, firstName: 'Ada', lastName: 'Byron' }
    const made = await call('POST', '/api/auth/register', { body: account })
    assert.equal(made.status, 201)
    const { user, tokens } = made.body.data
    assert.deepEqual(made.body.data, { user: { id: user.id, email, emailVerified: false }, tokens })
    assert.sameMembers(Object.keys(tokens), ['accessToken', 'refreshToken'])
    const again = await call('POST', '/api/auth/register', { body: account })
    assert.deepEqual([again.status, again.body.error.code], [409, 'CONFLICT'])
    const weak = await call('POST', '/api/auth/register', { body: { ...account, password: 'short' } })
    assert.deepEqual([weak.status, weak.body.error.code], [400, 'VALIDATION_ERROR'])

    const login = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    assert.equal(login.status, 200)
    assert.deepEqual(login.body.data.user, user)
    const wrong = await call('POST', '/api/auth/login', { body: { email, password: `${PASSWORD}!` } })
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'UNAUTHORIZED'])
    const empty = await call('POST', '/api/auth/login', { body: {} })
    assert.deepEqual([empty.status, empty.body.error.code], [400, 'VALIDATION_ERROR'])

    const { accessToken: token } = login.body.data.tokens
    const me = await call('GET', '/api/users/me', { token })
    assert.deepInclude(me.body.data.user, { id: user.id, email, firstName: 'Ada', lastName: 'Byron' })
    assert.lengthOf(me.body.data.orgs, 1)
    assert.deepEqual(me.body, (await call('GET', '/v1/dashboard/me', { token })).body)
  })

  test('users/{$self} is for access tokens alone')
    .with(['me', 'list'])
    .run(async ({ assert }, which) => {
      const merchant = await createMerchant()
      const { key } = await createApiKey(merchant, ['end_user:read'])
      const read = async (options: object) => {
        const { status, body } = await call('GET', `/api/users/${which}`, options)
        return [status, body.error?.code]
      }
      assert.deepEqual(await read({}), [401, 'UNAUTHORIZED'])
      assert.deepEqual(await read({ headers: NO_KEY }), [401, 'UNAUTHORIZED'])
      assert.deepEqual(await read({ token: 'no.token.either' }), [401, 'UNAUTHORIZED'])
      assert.deepEqual(await read({ apiKey: key }), [403, 'APIKEY_NOT_ALLOWED'])
      assert.deepEqual(await read({ token: key }), [403, 'APIKEY_NOT_ALLOWED'])
    })

  test('all users are for platform admins, page by page, without a secret', async ({ assert }) => {
    const admin = await createMerchant()
    const { token } = admin
    const refused = await call('GET', '/api/users/list', { token })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    await rows(db.connection(), 'update users set platform_admin = true where id = ?', [admin.userId])
    const others = [await createMerchant(), await createMerchant()].map(({ userId }) => userId)

    const seen: string[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 100; pages++) {
      const { status, body } = await call('GET', `/api/users/list?limit=200&cursor=${cursor}`, { token })
      assert.equal(status, 200)
      seen.push(...body.data.users.map(({ id }: { id: string }) => id))
      cursor = body.data.nextCursor
    }
    assert.includeMembers(seen, [admin.userId, ...others])
    assert.deepEqual(seen, [...new Set(seen)].sort())

    const first = await call('GET', '/api/users/list?limit=1', { token })
    assert.lengthOf(first.body.data.users, 1)
    assert.isString(first.body.data.nextCursor)
    assert.notMatch(JSON.stringify(first.body), /password|secret|hash/i)
    const bad = await call('GET', '/api/users/list?limit=0', { token })
    assert.equal(bad.body.error.code, 'VALIDATION_ERROR')
    const lost = await call('GET', '/api/users/list?cursor=x', { token })
    assert.equal(lost.body.error.code, 'INVALID_CURSOR')
  })
})

test.group('secondary route set: what users hold', () => {
  test('licenses of an end user, of this product alone', async ({ assert }) => {
    const merchant = await createMerchant()
    const [one, two] = await makeLicenses(merchant, { count: 3 })
    const { key } = await createApiKey(merchant, ['license:read', 'license:update'])
    for (const { id } of [one, two]) {
      const body = { licenseId: id, username: 'ada' }
      assert.equal((await call('POST', '/api/licenses/assign', { apiKey: key, body })).status, 200)
    }
    const ada = await endUser(merchant.orgId)
    const path = `/api/users/${ada}/licenses`
    const read = (query = '', apiKey = key) => call('GET', path + query, { apiKey })

    const { status, body } = await read(`?appId=${merchant.productId}`)
    assert.equal(status, 200)
    assert.sameMembers(idsOf(body.data.licenses), [one.id, two.id])
    assert.deepEqual(body.data.pagination, { page: 1, pageSize: 50, total: 2, totalPages: 1 })
    assert.isNull(body.data.nextCursor)
    assert.notProperty(body.data.licenses[0], 'endUserUsername')
    const page = await read('?pageSize=1')
    assert.lengthOf(page.body.data.licenses, 1)
    const next = await read(`?pageSize=1&cursor=${page.body.data.nextCursor}`)
    assert.sameMembers(idsOf([...page.body.data.licenses, ...next.body.data.licenses]), [one.id, two.id])
    assert.lengthOf((await read('?status=REVOKED')).body.data.licenses, 0)

    const seeing = await createApiKey(merchant, ['license:read', 'end_user:read'])
    assert.equal((await read('', seeing.key)).body.data.licenses[0].endUserUsername, 'ada')

    const stranger = await createApiKey(await createMerchant(), ['license:read'])
    const foreign = await read('', stranger.key)
    assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'NOT_FOUND'])
    const app = await read(`?appId=${newId()}`)
    assert.deepEqual([app.status, app.body.error.code], [403, 'FORBIDDEN'])
    const lost = await read('?cursor=x')
    assert.deepEqual([lost.status, lost.body.error.code], [400, 'INVALID_CURSOR'])
    const none = await call('GET', `/api/users/${newId()}/licenses`, { apiKey: key })
    assert.deepEqual([none.status, none.body.error.code], [404, 'NOT_FOUND'])
    const noId = await call('GET', '/api/users/x/licenses', { apiKey: key })
    assert.deepEqual([noId.status, noId.body.error.details![0].field], [400, 'id'])
  })

  test('metrics count the licenses of the product by status', async ({ assert }) => {
    const merchant = await createMerchant()
    await makeLicenses(merchant, { count: 2 })
    await makeLicense(merchant, { status: 'PENDING' })
    const { key } = await createApiKey(merchant, ['analytics:read'])
    const { status, body } = await call('GET', '/api/dashboard/metrics', {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      total: 3,
      byStatus: { PENDING: 1, ACTIVE: 2, EXPIRED: 0, REVOKED: 0, SUSPENDED: 0 },
      byProduct: [{ productId: merchant.productId, productName: 'Editor', count: 3 }],
    })
  })
})

const idsOf = (licenses: { id: string }[]) => licenses.map(({ id }) => id)

async function endUser(orgId: string): Promise<string> {
  const [{ id }] = await rows<{ id: string }>(db.connection(), 'select id from end_users where org_id = ?', [
    orgId,
  ])
  return id
}
