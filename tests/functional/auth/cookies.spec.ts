import { test } from '@japa/runner'
import { BASE } from '#tests/support/http'
import { cookieHeader, cookiesOf } from '#tests/support/cookies'
import { createMerchant, PASSWORD } from '#tests/support/merchant'

async function signInWithCookies() {
  const { email } = await createMerchant()
  const response = await fetch(`${BASE}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, useCookies: true }),
  })
  return { response, cookies: cookiesOf(response), body: (await response.json()) as { data: object } }
}

const createOrg = (headers: Record<string, string>) =>
  fetch(`${BASE}/v1/dashboard/orgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"Second"}',
  })

test.group('sign-in by cookie', () => {
  test('sets two httpOnly cookies and leaves the tokens out of the body', async ({ assert }) => {
    const { response, cookies, body } = await signInWithCookies()
    assert.equal(response.status, 200)
    assert.sameMembers(Object.keys(body.data), ['user'])
    assert.sameMembers(Object.keys(cookies), ['latchkey_access', 'latchkey_refresh'])
    for (const { attributes } of Object.values(cookies)) {
      assert.includeMembers(attributes, ['httponly', 'samesite=lax'])
    }
    assert.include(cookies.latchkey_refresh.attributes, 'path=/v1/auth')
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

  test('a Bearer token passes from anywhere', async ({ assert }) => {
    const { token } = await createMerchant()
    const headers = { authorization: `Bearer ${token}` }
    const response = await createOrg({ ...headers, 'sec-fetch-site': 'cross-site', origin: 'http://x.y' })
    assert.equal(response.status, 201)
  })
})
