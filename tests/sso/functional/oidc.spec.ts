import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { OIDC_SHARED_URI } from '#sso/store/sso_addresses'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { consent, openOidcProvider } from '#tests/testkit/oidc_provider'
import { beginOidc, comeBack, createOidcOrg, openLoopback, signInByOidc } from '#tests/testkit/oidc_sso'
import { BACK, createColleague, exchange, ssoPath } from '#tests/testkit/sso'

const TEAM = ['staff', 'admins']

/** A real provider with the single client of an org; people sign in there with their address. */
async function realOrg(more: object = {}, conform = false) {
  const merchant = await createMerchant()
  const says = (email: string) => ({ email, email_verified: true, groups: TEAM })
  const provider = await openOidcProvider(OIDC_SHARED_URI, says, conform)
  return { provider, ...(await createOidcOrg(provider, more, merchant)) }
}

/** contract/13-sso#132-signing-in, with a third-party provider. */
test.group('a real provider of OpenID Connect', (group) => {
  let org: Awaited<ReturnType<typeof realOrg>>
  group.setup(async () => {
    const end = openLoopback()
    org = await realOrg({ jit: true, groupRoles: { admins: 'ADMIN' } })
    return async () => {
      end()
      await org.provider.close()
    }
  })

  test('without its secret, which the operator emptied, says that it must be saved again', async ({
    assert,
  }) => {
    const { merchant, body, provider } = await realOrg()
    const { token } = merchant
    await rows(db.connection(), `update sso_connections set client_secret = null where org_id = ?`, [
      merchant.orgId,
    ])
    const { started } = await beginOidc(merchant)
    const tried = await call('POST', `${ssoPath(merchant)}/test`, { token, body: { redirectUri: BACK } })
    for (const answer of [started, tried]) assert.equal(answer.body.error.code, 'CONFLICT')
    await call('PUT', ssoPath(merchant), { token, body })
    assert.equal((await beginOidc(merchant)).started.status, 200)
    await provider.close()
  })

  test('signs a member in, whose session opens the org alone', async ({ assert }) => {
    const { merchant, domain, connection } = org
    assert.equal(org.made.status, 200)
    const { issuer, clientId } = org.provider
    assert.containSubset(connection, {
      type: 'oidc',
      saml: null,
      oidc: { issuer, clientId },
      certificates: [],
    })
    assert.equal(connection.acsUrl, OIDC_SHARED_URI)
    assert.notInclude(JSON.stringify(org.made.body), org.provider.clientSecret)
    const member = await createColleague(merchant, domain)
    const { url, codeVerifier } = await beginOidc(merchant)
    const { searchParams: asked } = new URL(url)
    assert.equal(asked.get('code_challenge_method'), 'S256')
    assert.isNotNull(asked.get('nonce'))
    const { code, back } = await comeBack(await consent(url, member.email))
    assert.isString(code, back?.href)
    const { user, tokens } = (await exchange(code, codeVerifier)).body.data
    assert.equal(user.email, member.email)
    const token = tokens.accessToken
    assert.equal((await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/members`, { token })).status, 200)
    const elsewhere = await call('GET', `/v1/dashboard/orgs/${member.orgId}/members`, { token })
    assert.equal(elsewhere.body.error.code, 'FORBIDDEN')
    const { orgs, nextCursor } = (await call('GET', '/v1/dashboard/orgs?limit=1', { token })).body.data
    assert.deepEqual([orgs.map(({ id }: { id: string }) => id), nextCursor], [[merchant.orgId], null])
    const me = (await call('GET', '/v1/dashboard/me', { token })).body.data
    assert.lengthOf(me.orgs, 1)
  })

  test('makes a new person a member, by the groups that it tells', async ({ assert }) => {
    const email = `${newId()}@${org.domain}`
    const { answer } = await signInByOidc(org.merchant, (url) => consent(url, email))
    assert.equal(answer!.status, 200)
    const found = await rows<{ role: string }>(
      db.connection(),
      `select role from org_members m join users u on u.id = m.user_id where u.email = ? and m.org_id = ?`,
      [email, org.merchant.orgId]
    )
    assert.deepEqual(found, [{ role: 'ADMIN' }])
  })

  test('may say who somebody is at a page of its own', async ({ assert, cleanup }) => {
    const other = await realOrg({}, true)
    cleanup(() => other.provider.close())
    const member = await createColleague(other.merchant, other.domain)
    const { answer } = await signInByOidc(other.merchant, (url) => consent(url, member.email))
    assert.equal(answer!.body.data.user.email, member.email)
  })

  test('tells that somebody has said no', async ({ assert }) => {
    const { url } = await beginOidc(org.merchant)
    const denied = new URL(OIDC_SHARED_URI)
    denied.searchParams.set('state', new URL(url).searchParams.get('state')!)
    denied.searchParams.set('error', 'access_denied')
    denied.searchParams.set('iss', org.provider.issuer)
    denied.searchParams.set('error_description', 'a\0b')
    assert.equal((await comeBack(denied.href)).error, 'UNAUTHORIZED')
    const { token } = org.merchant
    const { logins } = (await call('GET', `${ssoPath(org.merchant)}/logins?limit=1`, { token })).body.data
    assert.equal(logins[0].reason, 'UNAUTHORIZED: The provider refused: access_denied')
  })

  test('has to say who it is where it shares an address with others', async ({ assert }) => {
    const member = await createColleague(org.merchant, org.domain)
    const { url } = await beginOidc(org.merchant)
    const back = new URL(await consent(url, member.email))
    const altered = (name: string, value: string | null) => {
      const one = new URL(back)
      one.searchParams.delete(name)
      if (value !== null) one.searchParams.set(name, value)
      return comeBack(one.href)
    }
    for (const [name, value] of [
      ['iss', null],
      ['iss', 'https://other.example'],
      ['state', null],
      ['state', 'of nobody'],
    ] as const) {
      const { error, back: sentTo } = await altered(name, value)
      assert.deepEqual([error, sentTo!.pathname], ['UNAUTHORIZED', '/console'], name)
    }
    assert.isString((await comeBack(back.href)).code)
    assert.equal((await comeBack(back.href)).error, 'UNAUTHORIZED')
  })

  test('that refuses our client is told to the org alone', async ({ assert, cleanup }) => {
    const { merchant, domain } = org
    const put = (clientSecret: string) =>
      call('PUT', ssoPath(merchant), {
        token: merchant.token,
        body: { ...org.body, oidc: { ...org.body.oidc, clientSecret } },
      })
    cleanup(async () => void (await put(org.provider.clientSecret)))
    await put('not the secret of the client, at all')
    const member = await createColleague(merchant, domain)
    const { error } = await signInByOidc(merchant, (url) => consent(url, member.email))
    assert.equal(error, 'CONFIG_ERROR')
    const path = `${ssoPath(merchant)}/logins?limit=1`
    const { logins } = (await call('GET', path, { token: merchant.token })).body.data
    assert.match(logins[0].reason, /^CONFIG_ERROR: .*invalid_client/)
  })

  test('is tried by an ADMIN, and nobody is signed in by that', async ({ assert }) => {
    const admin = await createColleague(org.merchant, org.domain, 'ADMIN')
    const body = { redirectUri: new URL('/console', OIDC_SHARED_URI).href }
    const { token } = admin
    const tried = await call('POST', `${ssoPath(org.merchant)}/test`, { token, body })
    const { back, code } = await comeBack(await consent(tried.body.data.redirectUrl, admin.email))
    assert.deepEqual([back!.searchParams.get('test'), code], ['ok', null])
    const shown = await call('GET', ssoPath(org.merchant), { token })
    assert.isTrue(shown.body.data.connection.lastTest.ok)
  })
})
