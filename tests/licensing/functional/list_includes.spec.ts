import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createEndUser, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const CLOCK = ['expirationMode', 'frozen', 'effectiveExpiresAt']
const OWNER = ['endUserId', 'endUserUsername', 'endUserEmail']

/** A merchant with one license that has an owner, and the paths of all lists that contain it. */
async function scene() {
  const merchant = await createMerchant()
  const [{ id }] = await seedLicenses(merchant, 1)
  const { id: endUserId, email } = await createEndUser(merchant)
  await own({ id: endUserId, orgId: merchant.orgId }, id)
  const { key } = await createApiKey(merchant, ['license:read'])
  const { key: seeing } = await createApiKey(merchant, ['license:read', 'end_user:read'])
  const dashboard = `/v1/dashboard/orgs/${merchant.orgId}/licenses`
  const keyed = [
    `/v1/products/${merchant.productId}/licenses`,
    '/api/licenses/list',
    `/api/users/${endUserId}/licenses`,
  ]
  const first = async (path: string, include: string, credential: { token?: string; apiKey?: string }) => {
    const answer = await call('GET', `${path}?include=${include}`, credential)
    return answer.body.data?.licenses[0] ?? answer.body.error
  }
  return { ...merchant, id, email, key, seeing, dashboard, keyed, first }
}

/** contract/01-changes#reads-for-a-console */
test.group('what a license list includes besides', () => {
  test('the clock, in every list', async ({ assert }) => {
    const { token, key, id, dashboard, keyed, first } = await scene()
    const plain = await call('GET', dashboard, { token })
    assert.notIncludeMembers(Object.keys(plain.body.data.licenses[0]), CLOCK)
    await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { frozen: true } })
    const { effectiveExpiresAt } = (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data
      .license
    for (const path of [dashboard, ...keyed]) {
      const listed = await first(path, 'clock', path === dashboard ? { token } : { apiKey: key })
      assert.isTrue(listed.frozen, path)
      assert.isString(listed.expirationMode, path)
      const drift = Math.abs(Date.parse(listed.effectiveExpiresAt) - Date.parse(effectiveExpiresAt))
      assert.isTrue(listed.effectiveExpiresAt === effectiveExpiresAt || drift < 60_000, path)
    }
  })

  test('the owner, for the dashboard and for keys with end_user:read', async ({ assert }) => {
    const { token, key, seeing, email, dashboard, keyed, first } = await scene()
    assert.equal((await first(dashboard, 'endUser', { token })).endUserEmail, email)
    assert.includeMembers(Object.keys(await first(dashboard, 'endUser,clock', { token })), [
      ...OWNER,
      ...CLOCK,
    ])
    for (const path of keyed) {
      assert.equal((await first(path, 'clock,endUser', { apiKey: seeing })).endUserEmail, email, path)
      assert.equal((await first(path, 'endUser', { apiKey: key })).code, 'PERMISSION_DENIED', path)
    }
  })

  test('the owner, also of one license that is read', async ({ assert }) => {
    const { token, productId, id, key, seeing, email } = await scene()
    const own = `/v1/dashboard/licenses/${id}`
    const keyed = `/v1/products/${productId}/licenses/${id}`
    const read = async (path: string, credential: object) => (await call('GET', path, credential)).body
    assert.notIncludeMembers(Object.keys((await read(own, { token })).data.license), OWNER)
    for (const include of ['endUser', 'clock,endUser']) {
      const path = `?include=${include}`
      assert.equal((await read(own + path, { token })).data.license.endUserEmail, email)
      assert.equal((await read(keyed + path, { apiKey: seeing })).data.license.endUserEmail, email)
      assert.equal((await read(keyed + path, { apiKey: key })).error.code, 'PERMISSION_DENIED')
    }
    assert.equal((await read(`${own}?include=everything`, { token })).error.code, 'VALIDATION_ERROR')
  })

  test('by owner, a key lists, changes and exports with end_user:read alone', async ({ assert }) => {
    const { key: plain, ...merchant } = await scene()
    const { productId, orgId, token, seeing } = merchant
    const { key: changing } = await createApiKey(merchant, ['license:read', 'license:update'])
    const { id: endUserId } = await createEndUser(merchant)
    const licenses = `/v1/products/${productId}/licenses`
    const lists = [licenses, `${licenses}/export`, '/api/licenses/list']
    for (const path of lists) {
      const refused = await call('GET', `${path}?endUserId=${endUserId}`, { apiKey: plain })
      assert.deepEqual([refused.status, refused.body.error?.code], [403, 'PERMISSION_DENIED'], path)
      const wrong = await call('GET', `${path}?endUserId=x`, { apiKey: plain })
      assert.equal(wrong.body.error?.code, 'VALIDATION_ERROR', path)
      const seen = await call('GET', `${path}?endUserId=${endUserId}`, { apiKey: seeing })
      assert.isBelow(seen.status, 300, path)
    }
    const body = { filter: { endUserId }, dryRun: true }
    const bulk = await call('POST', `${licenses}/freeze`, { apiKey: changing, body })
    assert.deepEqual([bulk.status, bulk.body.error?.code], [403, 'PERMISSION_DENIED'])
    const dashboard = `/v1/dashboard/orgs/${orgId}/licenses`
    assert.equal((await call('GET', `${dashboard}?endUserId=${endUserId}`, { token })).status, 200)
    assert.equal((await call('POST', `${dashboard}/freeze`, { token, body })).status, 202)
  })

  test('nothing else, and says what there is', async ({ assert }) => {
    const { token, dashboard, first } = await scene()
    const refused = await first(dashboard, 'frozen', { token })
    assert.equal(refused.code, 'VALIDATION_ERROR')
    assert.include(refused.message, 'clock')
  })
})

/** contract/01-changes#reads-for-a-console */
test.group('a PATCH for a revision', () => {
  const patch = (path: string, token: string, revision: string, body: object) =>
    call('PATCH', path, { token, body, headers: { 'if-match': revision } })

  test('of a license is refused once it has moved on, and changes nothing then', async ({ assert }) => {
    const { token, id } = await scene()
    const path = `/v1/dashboard/licenses/${id}`
    const read = async () => (await call('GET', path, { token })).body.data.license
    const { revision } = await read()
    const done = await patch(path, token, `"${revision}"`, { metadata: { by: 'one' } })
    assert.equal(done.status, 200)
    assert.equal(done.body.data.license.revision, revision + 1)
    const late = await patch(path, token, `"${revision}"`, { metadata: { by: 'two' } })
    assert.equal(late.body.error.code, 'CONFLICT')
    assert.deepEqual((await read()).metadata, { by: 'one' })
  })

  test('of a product is refused once it has moved on; of racing ones one wins', async ({ assert }) => {
    const { token, productId } = await scene()
    const path = `/v1/dashboard/products/${productId}`
    const { revision } = (await call('GET', path, { token })).body.data.product
    const names = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(names.map((name) => patch(path, token, `"${revision}"`, { name })))
    assert.sameMembers(
      answers.map(({ body }) => body.error?.code ?? 'ok'),
      ['ok', 'CONFLICT', 'CONFLICT', 'CONFLICT']
    )
    const winner = answers.find(({ status }) => status === 200)!.body.data.product
    assert.deepEqual((await call('GET', path, { token })).body.data.product, winner)
    assert.equal(winner.revision, revision + 1)
  })

  test('takes a number in quotes alone', async ({ assert }) => {
    const { token, id, productId } = await scene()
    const changes: [string, object][] = [
      [`/v1/dashboard/licenses/${id}`, { metadata: { by: 'one' } }],
      [`/v1/dashboard/products/${productId}`, { name: 'x' }],
    ]
    for (const [path, change] of changes) {
      for (const bad of ['1', '*', '"x"', 'W/"1"', '']) {
        const { status, body } = await patch(path, token, bad, change)
        assert.deepEqual([status, body.error?.details?.[0].field], [400, 'If-Match'], `${path} ${bad}`)
      }
    }
  })
})
