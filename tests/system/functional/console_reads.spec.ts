import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { listedOrigins } from '#config/browser'
import { consoleUrl } from '#config/app'
import { mailDelivery } from '#config/mail'
import { usedInWindows } from '#kernel/limits/used_in_windows'
import type Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import FindOrgPlan from '#orgs/queries/find_org_plan'
import SetPlan from '#accounts/actions/set_plan'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailsTo } from '#tests/testkit/mails'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { lowered } from '#tests/testkit/limits'

const CONSOLE = 'https://console.example'

/** contract/01-changes#reads-for-a-console */
test.group('what a console reads of the service', () => {
  test('who may sign up, whether mail goes out, and the limits, without a credential', async ({
    assert,
    cleanup,
  }) => {
    const before = { signup: accounts.signup, way: mailDelivery.way }
    cleanup(() => {
      accounts.signup = before.signup
      mailDelivery.way = before.way
    })
    accounts.signup = 'invited'
    mailDelivery.way = 'smtp'
    const { body } = await call('GET', '/v1/console')
    assert.deepInclude(body.data.console, { name: 'Latchkey', signUp: 'invited', mailConfigured: true })
    assert.deepInclude(body.data.console.limits, { importRows: 1_000_000, bulkLicenses: 100_000 })
    mailDelivery.way = 'log'
    assert.isFalse((await call('GET', '/v1/console')).body.data.console.mailConfigured)
  })

  test('the plan of an org, what it allows and what is in use', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, orgId, productId } = merchant
    await new SetPlan().execute(merchant.email, 'pro')
    await seedLicenses(merchant, 3)
    const { key } = await createApiKey(merchant, ['license:read'])
    const path = `/v1/dashboard/orgs/${orgId}/plan`
    using _ = lowered({ productPerMinute: 7 })
    const read = async () => (await call('GET', path, { token })).body.data
    assert.deepInclude(await read(), { plan: 'pro', usage: { licenses: 3, requestsThisMinute: 0 } })
    for (let one = 0; one < 2; one++) await call('GET', '/v1/whoami', { apiKey: key })
    const { limits, usage } = await read()
    assert.deepEqual(limits.requestsPerMinute, { perKey: 600, perProduct: 7 })
    assert.equal(usage.requestsThisMinute, 2)
    assert.equal(await usedInWindows([`product:${productId}`, `key:nobody:${'x'.repeat(200)}`]), 2)
    assert.equal((await call('GET', `${path}?x=1`, { token })).body.error.code, 'VALIDATION_ERROR')
    // An org that is deleted during the request.
    const gone = await new FindOrgPlan().execute({ orgId: newId() }).catch((error: Refusal) => error.reason)
    assert.equal(gone, 'ORG_NOT_FOUND')
  })

  test('mails lead to pages of the console, and say what to do without one', async ({ assert }) => {
    const merchant = await createMerchant()
    const guest = `guest-${merchant.userId}@example.com`
    await call('POST', '/v1/auth/forgot-password', { body: { email: merchant.email } })
    await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/invites`, {
      token: merchant.token,
      body: { email: guest, role: 'VIEWER' },
    })
    const person = { email: `new-${merchant.userId}@example.com`, password: 'a quiet green sofa' }
    await call('POST', '/v1/auth/register', { body: person })
    for (const [email, page, route] of [
      [merchant.email, 'reset-password', '/v1/auth/reset-password'],
      [guest, 'invite', '/v1/dashboard/invites/accept'],
      [person.email, 'verify-email', '/v1/auth/verify-email'],
    ]) {
      const { text } = (await mailsTo(email)).at(-1)!
      const token = /^Token: ([\w-]+)$/m.exec(text)![1]
      assert.include(text, `${consoleUrl}/${page}?token=${token}\n`)
      assert.include(text, route)
    }
    assert.match(consoleUrl, /\/console$/)
  })

  test('pages of ALLOWED_ORIGINS may call the API with cookies, and no others', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => void listedOrigins.splice(0))
    const preflight = (origin: string, path = '/v1/dashboard/me/preferences') =>
      fetch(BASE + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type,idempotency-key',
        },
      })
    assert.isNull((await preflight(CONSOLE)).headers.get('access-control-allow-origin'))
    listedOrigins.push(CONSOLE)
    const { status, headers } = await preflight(CONSOLE)
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), CONSOLE)
    assert.equal(headers.get('access-control-allow-credentials'), 'true')
    assert.include(headers.get('access-control-allow-methods')!, 'PUT')
    assert.include(headers.get('vary')!.toLowerCase(), 'origin')
    const refused = await fetch(`${BASE}/v1/dashboard/me`, { headers: { origin: CONSOLE } })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), CONSOLE)
    const other = await fetch(`${BASE}/v1/dashboard/me`, { headers: { origin: `${CONSOLE}.evil.example` } })
    assert.isNull(other.headers.get('access-control-allow-origin'))
    const open = await preflight(CONSOLE, '/v1/enduser/me')
    assert.isNull(open.headers.get('access-control-allow-credentials'))
  })
})
