import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import { cookies } from '#config/browser'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { BASE } from '#tests/testkit/http'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

async function signInWithCookies() {
  const { email } = await createMerchant()
  const response = await fetch(`${BASE}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, useCookies: true }),
  })
  return { response, cookies: cookiesOf(response), body: (await response.json()) as { data: object } }
}

const OWN_HOST = BASE.replace('http:', 'https:')

const createOrg = (headers: Record<string, string>) =>
  fetch(`${BASE}/v1/dashboard/orgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"Second"}',
  })

test.group('sign-in by cookie', () => {
  test('sets two httpOnly cookies and one that says when they end, and leaves the tokens out of the body', async ({
    assert,
  }) => {
    const { response, cookies, body } = await signInWithCookies()
    assert.equal(response.status, 200)
    assert.sameMembers(Object.keys(body.data), ['user'])
    assert.sameMembers(Object.keys(cookies), ['latchkey_access', 'latchkey_refresh', 'latchkey_session'])
    for (const [name, { attributes }] of Object.entries(cookies)) {
      assert.include(attributes, 'samesite=lax')
      assert.equal(attributes.includes('httponly'), name !== 'latchkey_session', name)
    }
    const end = Number(cookies.latchkey_session.value) * 1000
    assert.closeTo(end, Date.now() + 30 * 24 * 3600 * 1000, 60_000)
    assert.include(cookies.latchkey_refresh.attributes, 'path=/v1/auth')
  })

  test('where cookies are Secure their names tie them to this very host, and only those open anything', async ({
    assert,
  }) => {
    const plain = cookieHeader((await signInWithCookies()).cookies)
    cookies.secure = true
    try {
      const signedIn = (await signInWithCookies()).cookies
      const names = ['access', 'refresh', 'session'].map((name) => `__Host-latchkey_${name}`)
      assert.sameMembers(Object.keys(signedIn), names)
      for (const { attributes } of Object.values(signedIn)) {
        assert.includeMembers(attributes, ['secure', 'path=/', 'samesite=lax'])
        assert.isFalse(attributes.some((one) => one.startsWith('domain')))
      }
      const cookie = cookieHeader(signedIn)
      assert.equal((await fetch(`${BASE}/v1/dashboard/me`, { headers: { cookie } })).status, 200)
      assert.equal((await fetch(`${BASE}/v1/dashboard/me`, { headers: { cookie: plain } })).status, 401)
      const logout = await fetch(`${BASE}/v1/auth/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
        body: '{}',
      })
      assert.equal(logout.status, 200)
      assert.lengthOf(Object.keys(cookiesOf(logout)), 3)
      for (const { value, attributes } of Object.values(cookiesOf(logout))) {
        assert.equal(value, '')
        assert.includeMembers(attributes, ['secure', 'path=/'])
      }
    } finally {
      cookies.secure = false
    }
  })

  test('the cookie opens the dashboard and nothing else', async ({ assert }) => {
    const cookie = cookieHeader((await signInWithCookies()).cookies)
    assert.equal((await fetch(`${BASE}/v1/dashboard/me`, { headers: { cookie } })).status, 200)
    const withBadHeader = await fetch(`${BASE}/v1/dashboard/me`, {
      headers: { cookie, authorization: 'Basic abc' },
    })
    assert.equal(withBadHeader.status, 401)
  })

  test('a write by cookie must come from our own pages', async ({ assert }) => {
    const cookie = cookieHeader((await signInWithCookies()).cookies)
    const cases = [
      [{ 'sec-fetch-site': 'same-origin' }, 201],
      [{ origin: BASE }, 201],
      // The host of the request itself, with any scheme.
      [{ origin: OWN_HOST }, 201],
      [{ origin: OWN_HOST, 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site', origin: 'http://other.example' }, 403],
      [{ origin: 'http://other.example' }, 403],
      [{}, 403],
    ] as const
    for (const [headers, status] of cases) {
      const response = await createOrg({ cookie, ...headers })
      assert.equal(response.status, status, JSON.stringify(headers))
      if (status === 403)
        assert.containSubset(await response.json(), { ok: false, error: { code: 'CSRF_BLOCKED' } })
    }
  })

  test('{$self} by cookie is refused to other sites, and leaves the sign-in alone')
    .with(['refresh', 'logout'])
    .run(async ({ assert }, name) => {
      const cookie = cookieHeader((await signInWithCookies()).cookies)
      const from = (site: string) =>
        fetch(`${BASE}/v1/auth/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': site },
          body: '{"useCookies":true}',
        })
      const foreign = await from('cross-site')
      assert.equal(foreign.status, 403)
      assert.containSubset(await foreign.json(), { ok: false, error: { code: 'CSRF_BLOCKED' } })
      assert.lengthOf(foreign.headers.getSetCookie(), 0)
      assert.equal((await from('same-origin')).status, 200)
    })

  test('a refresh by cookie answers by cookie, also if the body asks for nothing', async ({ assert }) => {
    const cookie = cookieHeader((await signInWithCookies()).cookies)
    const renewed = await fetch(`${BASE}/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
      body: '{}',
    })
    assert.deepEqual(await renewed.json(), { ok: true, data: {} })
    assert.property(cookiesOf(renewed), 'latchkey_refresh')
  })

  test('an export by cookie is refused to other sites, because it starts an operation', async ({
    assert,
  }) => {
    const cookie = cookieHeader((await signInWithCookies()).cookies)
    const me = await fetch(`${BASE}/v1/dashboard/me`, { headers: { cookie } })
    const { data } = (await me.json()) as { data: { orgs: { id: string }[] } }
    const url = `${BASE}/v1/dashboard/orgs/${data.orgs[0].id}/licenses/export?format=csv`
    const foreign = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })
    assert.equal(foreign.status, 403)
    assert.containSubset(await foreign.json(), { error: { code: 'CSRF_BLOCKED' } })
    assert.equal((await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status, 202)
    assert.equal((await fetch(url, { method: 'HEAD', headers: { cookie } })).status, 404)
  })

  test('a Bearer token passes from anywhere', async ({ assert }) => {
    const { token } = await createMerchant()
    const headers = { authorization: `Bearer ${token}` }
    const response = await createOrg({ ...headers, 'sec-fetch-site': 'cross-site', origin: 'http://x.y' })
    assert.equal(response.status, 201)
  })

  test('a retried change of password by cookie sets the same cookies again', async ({ assert }) => {
    const { cookies } = await signInWithCookies()
    const change = (body: object = {}) =>
      fetch(`${BASE}/v1/dashboard/me/password`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: cookieHeader(cookies),
          'sec-fetch-site': 'same-origin',
          'idempotency-key': 'change-my-password',
        },
        body: JSON.stringify({
          currentPassword: PASSWORD,
          newPassword: 'another horse battery',
          useCookies: true,
          ...body,
        }),
      })
    const first = await change()
    assert.equal(first.status, 200)
    // The answer was lost: the browser still has the cookies of the sessions that the change ended.
    const again = await change()
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.headers.getSetCookie(), first.headers.getSetCookie())
    const renewed = await fetch(`${BASE}/v1/auth/refresh`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookieHeader(cookiesOf(again)),
        'sec-fetch-site': 'same-origin',
      },
      body: '{"useCookies":true}',
    })
    assert.equal(renewed.status, 200)
    const other = await change({ newPassword: 'yet another horse' })
    assert.equal(other.status, 409)
    assert.lengthOf(other.headers.getSetCookie(), 0)
  })

  test('neither tokens nor passwords of a kept answer can be read or tried out in the table', async ({
    assert,
  }) => {
    const { token, userId } = await createMerchant()
    const body = JSON.stringify({
      currentPassword: PASSWORD,
      newPassword: 'another horse battery',
      useCookies: true,
    })
    const response = await fetch(`${BASE}/v1/dashboard/me/password`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'change-my-password',
      },
      body,
    })
    assert.equal(response.status, 200)
    const row = JSON.stringify(
      await firstRow(db.connection(), 'select * from idempotency_keys where scope = ?', [`user:${userId}`])
    )
    for (const { value } of Object.values(cookiesOf(response))) assert.notInclude(row, value)
    const guess = `POST\n/v1/dashboard/me/password\nbody\n${body}`
    assert.notInclude(row, createHash('sha256').update(guess).digest('hex'))
  })
})
