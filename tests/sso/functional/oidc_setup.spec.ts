import { test } from '@japa/runner'
import { OIDC_SHARED_URI } from '#sso/store/sso_addresses'
import { call } from '#tests/testkit/api'
import { startLyingProvider } from '#tests/testkit/lying_provider'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { beginOidc, comeBack, createOidcOrg, openLoopback, sentOn } from '#tests/testkit/oidc_sso'
import { BACK, createColleague, createSamlOrg, signInBySso, ssoPath } from '#tests/testkit/sso'

/** contract/13-sso#131-setup-owner */
test.group('setting up OpenID Connect', (group) => {
  let provider: Awaited<ReturnType<typeof startLyingProvider>>
  group.setup(() => openLoopback())
  group.each.setup(async () => {
    provider = await startLyingProvider()
    return () => provider.close()
  })

  test('keeps the secret of the client, for its issuer alone, and shows it to nobody', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const put = async (oidc?: object) =>
      (await call('PUT', ssoPath(merchant), { token, body: { type: 'oidc', oidc } })).body
    const { issuer, clientId, clientSecret } = provider.oidc
    assert.equal((await put()).error.code, 'VALIDATION_ERROR')
    assert.equal((await put({ issuer, clientId })).error.details![0].field, 'oidc.clientSecret')
    assert.equal(
      (await put({ issuer: 'ftp://x.example', clientId, clientSecret })).error.code,
      'VALIDATION_ERROR'
    )
    const made = await put({ issuer, clientId, clientSecret })
    const again = await put({ issuer, clientId })
    for (const { data } of [made, again]) {
      assert.deepEqual(data.connection.oidc, { issuer, clientId })
      assert.equal(data.connection.acsUrl, `${OIDC_SHARED_URI}/${merchant.orgId}`)
    }
    assert.notInclude(JSON.stringify([made, again]), clientSecret)
    const other = await startLyingProvider()
    const moved = await put({ issuer: other.issuer, clientId })
    await other.close()
    assert.equal(moved.error.details![0].field, 'oidc.clientSecret')
  })

  test('has an address of its own unless the provider says who it is, and keeps it', async ({
    assert,
    cleanup,
  }) => {
    const { lies, oidc } = provider
    cleanup(() => void (lies.discovery = {}))
    const names = (authorization_response_iss_parameter_supported: boolean) => {
      lies.discovery = { authorization_response_iss_parameter_supported }
    }
    const addressOf = async ({ orgId, token }: Merchant) => {
      const made = await call('PUT', ssoPath({ orgId }), { token, body: { type: 'oidc', oidc } })
      return made.body.data.connection.acsUrl as string
    }
    const [early, late] = [await createMerchant(), await createMerchant()]
    const own = ({ orgId }: Merchant) => `${OIDC_SHARED_URI}/${orgId}`
    assert.equal(await addressOf(early), own(early))
    names(true)
    assert.equal(await addressOf(early), own(early), 'the provider was told this one')
    assert.equal(await addressOf(late), OIDC_SHARED_URI)
    const { url } = await beginOidc(late)
    const honest = new URL(await sentOn(url))
    assert.equal((await comeBack(honest.href)).error, 'UNAUTHORIZED', 'it lied')
    names(false)
    assert.equal(await addressOf(late), own(late), 'it no longer says so')
  })

  test('ends what was signed in by SAML before', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    const works = async () =>
      (await call('GET', '/v1/dashboard/orgs', { token: answer!.body.data.tokens.accessToken })).status
    assert.equal(await works(), 200)
    const body = { type: 'oidc', oidc: provider.oidc }
    const { connection } = (await call('PUT', ssoPath(merchant), { token: merchant.token, body })).body.data
    assert.deepEqual([connection.saml, connection.certificates], [null, []])
    assert.equal(await works(), 401)
    const gone = await call('GET', `/sso/saml/${connection.id}/metadata`)
    assert.equal(gone.body.error.code, 'NOT_FOUND')
  })

  test('says what is wrong with a provider', async ({ assert }) => {
    const { lies, issuer } = provider
    const private_ = { status: 302, location: 'http://169.254.169.254/latest/meta-data/' }
    const metadata = '/.well-known/openid-configuration'
    const wrong: [RegExp, Partial<typeof lies>][] = [
      [/redirects/, { answers: { [metadata]: private_ } }],
      [/redirects/, { answers: { '/keys': private_ } }],
      [/does not publish the keys/, { answers: { '/keys': { status: 500 } } }],
      [/larger than 1 MiB/, { answers: { [metadata]: { json: 'x'.repeat(1_100_000) } } }],
      [/does not answer as/, { answers: { [metadata]: { status: 404 } } }],
      [/issuer/, { discovery: { issuer: 'https://other.example' } }],
      [/issuer/, { discovery: { issuer: `${issuer}/{tenantid}` } }],
      [/have no valid jwks_uri/, { discovery: { jwks_uri: undefined } }],
      [
        /have no valid authorization_endpoint/,
        { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
      ],
      [/none of RS256/, { discovery: { id_token_signing_alg_values_supported: ['HS256', 'none', 'RS1'] } }],
      [/private or reserved/, { discovery: { jwks_uri: 'http://10.0.0.1/keys' } }],
    ]
    for (const [why, lie] of wrong) {
      Object.assign(lies, { answers: {}, discovery: {}, ...lie })
      const { made } = await createOidcOrg(provider.oidc)
      assert.deepEqual([made.status, made.body.error?.code], [400, 'BAD_REQUEST'], String(why))
      assert.match(made.body.error.message, why)
    }
  })

  test('reaches no private address', async ({ assert }) => {
    for (const issuer of ['http://10.0.0.1', 'http://[::1]:8080', 'http://169.254.169.254']) {
      const { made } = await createOidcOrg({ ...provider.oidc, issuer })
      assert.deepEqual([made.status, made.body.error.code], [400, 'BAD_REQUEST'])
      assert.match(made.body.error.message, /private or reserved/)
    }
  })

  test('a provider that is down is CONFIG_ERROR, and says so at once', async ({ assert }) => {
    const { merchant, domain } = await createOidcOrg(provider.oidc)
    const owner = await createColleague(merchant, domain, 'OWNER')
    provider.lies.claims = { email: owner.email }
    const back = await sentOn((await beginOidc(merchant)).url)
    await provider.close()
    const before = performance.now()
    const { started } = await beginOidc(merchant)
    assert.deepEqual([started.status, started.body.error.code], [500, 'CONFIG_ERROR'])
    assert.isBelow(performance.now() - before, 1500)
    const tried = await call('POST', `${ssoPath(merchant)}/test`, {
      token: owner.token,
      body: { redirectUri: BACK },
    })
    assert.equal(tried.body.error.code, 'CONFIG_ERROR')
    assert.equal((await comeBack(back)).error, 'CONFIG_ERROR')
  })
})
