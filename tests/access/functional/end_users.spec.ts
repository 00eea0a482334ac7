import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { signEndUserToken, verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { call } from '#tests/testkit/api'
import { createCustomer, openPortal, own, signIn, type Customer } from '#tests/testkit/end_users'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { createTarget, pathTo, type Target } from './fixture.js'
import { rowsOf, writesOf } from './table.js'

const bodyFor = (method: string) => (method === 'GET' ? undefined : {})
const OFF = {
  selfReset: { hwid: false, ip: false },
  ...{ deviceRelease: false, sessionRelease: false, downloads: false, tickets: false, offlineFiles: false },
  rotateKeys: false,
}

/** Credentials that no portal route accepts, with the code of the refusal. */
async function badCredentials({ merchant }: Target) {
  const { key } = await createApiKey(merchant, ['license:read'])
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const altered = async (change: string) => {
    const customer = await createCustomer(merchant)
    await rows(db.connection(), `update end_users set ${change} where id = ?`, [customer.id])
    return bearer(customer.token)
  }
  const elsewhere = await createCustomer(await createMerchant())
  const known = await verifyEndUserToken((await createCustomer(merchant)).token)
  const ended = await createCustomer(merchant)
  await rows(db.connection(), `update end_user_sessions set revoked_at = now() where end_user_id = ?`, [
    ended.id,
  ])
  return [
    ['no credential', {}, 'UNAUTHORIZED'],
    ["a user's token", bearer(merchant.token), 'UNAUTHORIZED'],
    ['an API key', { 'x-api-key': key }, 'APIKEY_NOT_ALLOWED'],
    ['an API key as Bearer', bearer(key), 'APIKEY_NOT_ALLOWED'],
    ['an unknown API key', { 'x-api-key': `svc_${'0'.repeat(40)}` }, 'UNAUTHORIZED'],
    ['a token past its end', bearer(await signEndUserToken(known, Date.now() - 3_600_000)), 'EXPIRED_TOKEN'],
    [
      'a token of an end user for another org',
      bearer(await signEndUserToken({ ...known, orgId: elsewhere.orgId }, Date.now())),
      'UNAUTHORIZED',
    ],
    ['a banned end user', await altered('banned_at = now()'), 'USER_BANNED'],
    ['a merged end user', await altered('merged_into = id'), 'UNAUTHORIZED'],
    ['an erased end user', await altered('erased_at = now()'), 'UNAUTHORIZED'],
    ['a sign-in that was ended', bearer(ended.token), 'UNAUTHORIZED'],
  ] as [string, Record<string, string>, string][]
}

test.group('who may call the routes of end users', (group) => {
  let target: Target
  let customer: Customer
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
    customer = await createCustomer(target.merchant)
    await own(customer, target.licenseId)
  })

  test('they refuse every other credential, and end users who are banned or gone', async ({ assert }) => {
    const bad = await badCredentials(target)
    for (const { method, pattern } of rowsOf('endUser')) {
      for (const [what, headers, code] of bad) {
        const answer = await call(method, pathTo(pattern, target), { headers, body: bodyFor(method) })
        assert.equal(answer.body.error?.code, code, `${method} ${pattern} with ${what}`)
      }
    }
  })

  test('they are closed while the portal or their feature is off', async ({ assert }) => {
    const fresh = await createTarget()
    const { token, id } = await createCustomer(fresh.merchant)
    await own({ id, orgId: fresh.merchant.orgId }, fresh.licenseId)
    for (const { method, pattern, access } of rowsOf('endUser')) {
      const path = pathTo(pattern, fresh)
      const ask = async () => (await call(method, path, { token, body: bodyFor(method), text: true })).body
      await openPortal(fresh.merchant, { enabled: false })
      assert.equal((await ask()).error?.code, 'FORBIDDEN', `${method} ${pattern} while the portal is off`)
      if (!access.feature) continue
      await openPortal(fresh.merchant, OFF)
      assert.equal((await ask()).error?.code, 'FORBIDDEN', `${method} ${pattern} without ${access.feature}`)
    }
  })

  test('a sign-in with a license key opens few of them', async ({ assert }) => {
    const { accessToken } = await signIn(customer, { door: 'licenseKey', licenseId: target.licenseId })
    for (const { method, pattern, access } of rowsOf('endUser')) {
      const answer = await call(method, pathTo(pattern, target), {
        token: accessToken,
        body: bodyFor(method),
        text: true,
      })
      if (access.licenseKeys)
        assert.notInclude([401, 403], answer.status, `${method} ${pattern} with a license key`)
      else assert.equal(answer.body.error?.code, 'FORBIDDEN', `${method} ${pattern} with a license key`)
    }
  })

  test('every write takes an Idempotency-Key', async ({ assert }) => {
    const headers = { 'idempotency-key': 'bad key' }
    for (const { method, pattern } of writesOf('endUser')) {
      const answer = await call(method, pathTo(pattern, target), { token: customer.token, headers, body: {} })
      assert.equal(answer.body.error?.code, 'BAD_IDEMPOTENCY_KEY', `${method} ${pattern}`)
    }
  })

  test('their tokens are worth nothing elsewhere', async ({ assert }) => {
    for (const path of [
      '/v1/dashboard/me',
      '/v1/whoami',
      `/v1/dashboard/orgs/${target.merchant.orgId}/licenses`,
    ]) {
      const answer = await call('GET', path, { token: customer.token })
      assert.equal(answer.body.error?.code, 'UNAUTHORIZED', path)
    }
  })

  test('pages of any origin may call them, and no other route', async ({ assert }) => {
    const origin = { origin: 'https://shop.example' }
    const refused = await call('GET', '/v1/enduser/me', { headers: origin })
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    assert.include(refused.headers.get('access-control-expose-headers')!, 'x-request-id')
    const asked = { ...origin, 'access-control-request-method': 'PATCH' }
    const preflight = await call('OPTIONS', '/v1/enduser/me', { headers: asked, text: true })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-max-age'), '7200')
    assert.isNull(preflight.headers.get('access-control-allow-credentials'))
    const bare = await call('OPTIONS', '/v1/enduser/me', { headers: origin, text: true })
    for (const name of ['Limit-IP', 'Remaining-IP', 'Limit-Product', 'Remaining-Product']) {
      for (const { headers } of [preflight, bare]) {
        assert.match(headers.get(`x-ratelimit-${name}`) ?? '', /^-?\d+$/, name)
      }
    }
    const dashboard = await call('GET', '/v1/dashboard/me', { headers: origin })
    assert.isNull(dashboard.headers.get('access-control-allow-origin'))
  })
})
