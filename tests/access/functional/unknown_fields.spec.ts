import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { BACK, newVerifier } from '#tests/testkit/sso'
import { createTicket } from '#tests/testkit/tickets'
import { createTarget, merchantCredentials, pathTo, type Target } from './fixture.js'
import { ACCESS } from './table.js'

/**
 * Runtime and secondary routes, whose callers may send more than the service knows
 * (contract/01-changes#said-to-the-caller).
 */
const IGNORES = /^\/(?:v1\/licenses|api|oauth)\//

const KINDS = ['user', 'role', 'key', 'endUser']

/** Routes of users, API keys and end users, by their line in the table. */
const ROUTES = Object.entries(ACCESS)
  .filter(([route, { kind }]) => KINDS.includes(kind) && !IGNORES.test(route.split(' ')[1]))
  .map(([route, { kind }]) => [...route.split(' '), kind] as [string, string, string])

/** The method of the controller behind a route. */
function handlerOf(method: string, pattern: string): string {
  const route = Object.values(router.toJSON())
    .flat()
    .find((one) => one.pattern === pattern && one.methods.includes(method))!
  const { reference } = route.handler as { reference?: string | [unknown, string?] }
  return Array.isArray(reference) ? (reference[1] ?? 'handle') : String(reference)
}

test.group('unknown fields and parameters', (group) => {
  let target: Target
  let credentials: Record<string, { token?: string; apiKey?: string }>
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
    const customer = await createCustomer(target.merchant, { erasure: 'self' })
    await own(customer, target.licenseId)
    target.ticketId = await createTicket({ orgId: customer.orgId, endUserId: customer.id })
    credentials = { ...(await merchantCredentials(target)), endUser: { token: customer.token } }
  })

  test('every write of the dashboard, of API keys and of the portal names a field that it does not know', async ({
    assert,
  }) => {
    for (const [method, pattern, kind] of ROUTES) {
      if (method === 'GET' || /\/(?:import|attachments|artifacts|:filename)$/.test(pattern)) continue
      const what = `${method} ${pattern}`
      const { status, body } = await call(method, pathTo(pattern, target), {
        ...credentials[kind],
        body: { surpriseField: 1 },
      })
      assert.equal(status, 400, what)
      assert.equal(body.error.code, 'VALIDATION_ERROR', what)
      assert.deepEqual(
        body.error.details!.map(({ field }) => field),
        ['surpriseField'],
        what
      )
      assert.include(body.error.message, '"surpriseField"', what)
    }
  })

  test('every list, import, export and count names a query parameter that it does not know', async ({
    assert,
  }) => {
    let lists = 0
    for (const [method, pattern, kind] of ROUTES) {
      const isList = method === 'GET' && handlerOf(method, pattern) === 'index'
      const isPeople = method === 'GET' && pattern.endsWith('/end-users')
      if (!isList && !isPeople && !/\/(?:import|export|analytics|timeseries)$/.test(pattern)) continue
      lists++
      for (const query of ['surprise=1', 'surprise=', 'surprise[]=1', 'limit[]=1']) {
        const path = `${pathTo(pattern, target)}?${query}`
        const { status, body } = await call(method, path, { ...credentials[kind], text: true })
        assert.equal(status, 400, `${method} ${pattern}?${query}`)
        assert.equal(body.error.code, 'VALIDATION_ERROR', `${method} ${pattern}?${query}`)
        const { field } = body.error.details![0]
        assert.isTrue(
          query.startsWith(field) || field === 'metric',
          `${method} ${pattern}?${query}: ${field}`
        )
      }
    }
    assert.isAbove(lists, 20)
  })

  test('the nearest known name is told', async ({ assert }) => {
    const { merchant } = target
    const create = await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, {
      token: merchant.token,
      body: { productId: merchant.productId, expireAt: '2099-12-31' },
    })
    assert.equal(create.body.error.message, 'There is no field "expireAt": did you mean "expiresAt"?')
    const list = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses?pagesize=3&key=README-1`, {
      token: merchant.token,
    })
    const messages = (list.body.error.details as unknown as { message: string }[]).map(
      ({ message }) => message
    )
    assert.equal(messages[0], 'There is no query parameter "pagesize": did you mean "pageSize"?')
    assert.match(messages[1], /^There is no query parameter "key": there are .*search.*pageSize/)
  })

  test('sign-in, account linking and the routes of /api go on ignoring what they do not know', async ({
    assert,
  }) => {
    const { email } = target.merchant
    const body = { email, password: 'wrong password', surpriseField: 1 }
    assert.equal((await call('POST', '/v1/auth/login', { body })).status, 401)
    const { codeVerifier, codeChallenge } = newVerifier()
    const start = { orgId: target.merchant.orgId, redirectUri: BACK, codeChallenge, surpriseField: 1 }
    assert.equal((await call('POST', '/v1/auth/sso/start', { body: start })).status, 404)
    const exchanged = { code: 'unknown', codeVerifier, surpriseField: 1 }
    assert.equal((await call('POST', '/v1/auth/sso/exchange', { body: exchanged })).status, 401)
    const linking = { token: target.merchant.token, body: { surpriseField: 1 } }
    assert.equal((await call('POST', '/oauth/accounts/nowhere/connect', linking)).status, 404)
    assert.equal((await call('DELETE', '/oauth/accounts/nowhere', linking)).status, 404)
    const { apiKey } = credentials.key
    const read = ['/api/licenses/list', '/api/products/list', '/api/apps/list', '/api/dashboard/metrics']
    for (const path of read) {
      assert.equal((await call('GET', `${path}?surprise=1&pageSize=2&limit=2`, { apiKey })).status, 200, path)
    }
    const make = { productId: target.merchant.productId, surpriseField: 1 }
    assert.equal((await call('POST', '/api/licenses/create', { apiKey, body: make })).status, 201)
  })
})
