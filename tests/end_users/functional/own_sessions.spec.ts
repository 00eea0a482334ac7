import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { liveChallenges } from '#tests/testkit/challenges'
import { askForCode, knock } from '#tests/testkit/doors'
import { createCustomer, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const SESSIONS = '/v1/enduser/me/sessions'
const DAY_MS = 24 * 3600 * 1000
type Listed = { id: string; current: boolean; door: string }

const list = async (token: string) => (await call('GET', SESSIONS, { token })).body.data.sessions as Listed[]
const end = (token: string, id: string) => call('DELETE', `${SESSIONS}/${id}`, { token, body: {} })
const me = async (token: string) => (await call('GET', '/v1/enduser/me', { token })).status

/** contract/09-end-users#94-the-end-user-himself-eu */
test.group('the own sign-ins', () => {
  test('are listed while they live, with the one of the request', async ({ assert }) => {
    const customer = await createCustomer(await createMerchant())
    await signIn(customer, { door: 'password' })
    await signIn(customer, { now: Date.now() - 31 * DAY_MS })
    await createCustomer(await createMerchant())
    const sessions = await list(customer.token)
    assert.sameMembers(
      sessions.map(({ door }) => door),
      ['code', 'password']
    )
    const [current] = sessions.filter((one) => one.current)
    assert.equal(current.door, 'code')
    assert.containSubset(current, { ip: '127.0.0.1', userAgent: 'tests' })
    assert.properties(current, ['id', 'createdAt', 'lastUsedAt', 'expiresAt'])
    await knock('refresh', { refreshToken: customer.refreshToken })
    assert.lengthOf(await list(customer.token), 2)
  })

  test('end one at a time, with their tokens, and only once', async ({ assert }) => {
    const customer = await createCustomer(await createMerchant())
    const other = await signIn(customer)
    const { id } = (await list(customer.token)).find(({ current }) => !current)!
    const answers = await Promise.all([end(customer.token, id), end(customer.token, id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
    assert.equal(await me(other.accessToken), 401)
    assert.equal((await knock('refresh', other)).body.error.code, 'UNAUTHORIZED')
    assert.equal(await me(customer.token), 200)
    const [own] = await list(customer.token)
    assert.deepEqual((await end(customer.token, own.id)).body.data, { id: own.id })
    assert.equal(await me(customer.token), 401)
  })

  test('end with their tokens, too, where a key was used to sign in before the license had its owner', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { signIn: { licenseKey: true } })
    const [license] = await seedLicenses(merchant, 1)
    const keyed = await knock('license-key', { orgId: merchant.orgId, licenseKey: license.key })
    await own(customer, license.id)
    const { refreshToken } = keyed.body.data.tokens
    const { accessToken } = (await knock('refresh', { refreshToken })).body.data.tokens
    const { id } = (await list(customer.token)).find(({ door }) => door === 'licenseKey')!
    assert.equal((await end(customer.token, id)).status, 200)
    assert.equal((await call('GET', '/v1/enduser/licenses', { token: accessToken })).status, 401)
  })

  test('of somebody else cannot be ended, nor unknown ones', async ({ assert }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const neighbour = await createCustomer(merchant)
    const [{ id }] = await list(neighbour.token)
    assert.equal((await end(customer.token, id)).body.error.code, 'NOT_FOUND')
    assert.equal((await end(customer.token, newId())).body.error.code, 'NOT_FOUND')
    assert.equal((await end(customer.token, 'x')).body.error.code, 'VALIDATION_ERROR')
    assert.equal(await me(neighbour.token), 200)
  })

  test('end all at once, with mailed codes, and those of nobody else', async ({ assert }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const neighbour = await createCustomer(merchant)
    const other = await signIn(customer)
    await askForCode(customer.orgId, customer.email)
    const unknown = await call('DELETE', SESSIONS, { token: customer.token, body: { all: true } })
    assert.equal(unknown.body.error.code, 'VALIDATION_ERROR')
    const answer = await call('DELETE', SESSIONS, { token: customer.token, body: {} })
    assert.deepEqual(answer.body.data, { revoked: 2 })
    assert.equal(await me(customer.token), 401)
    assert.equal(await me(other.accessToken), 401)
    assert.equal(await liveChallenges(customer.orgId, customer.email), 0)
    assert.equal(await me(neighbour.token), 200)
  })
})
