import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { startDiscord } from '#tests/testkit/fake_discord'
import { startGithub } from '#tests/testkit/fake_github'
import { startGoogle } from '#tests/testkit/fake_google'
import { CLIENT } from '#tests/testkit/fake_provider'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { startServer, type OtherServer } from '#tests/testkit/servers'

type Name = 'github' | 'discord' | 'google'

/** An unused number, because each identity can be linked only once. */
const fresh = () => Math.floor(Math.random() * 2 ** 50)

/** The three presets with their settings, in a separate server, against fakes of the three providers on loopback. */
test.group('account linking with GitHub, Discord and Google', (group) => {
  let github: Awaited<ReturnType<typeof startGithub>>
  let discord: Awaited<ReturnType<typeof startDiscord>>
  let google: Awaited<ReturnType<typeof startGoogle>>
  let server: OtherServer
  let base: string
  /** The cookie of the linking that was started last. */
  let browser = ''

  group.setup(async () => {
    ;[github, discord, google] = await Promise.all([startGithub(), startDiscord(), startGoogle()])
    const clients = ['GITHUB', 'DISCORD', 'GOOGLE', 'LONELY'].flatMap((name) => [
      [`OAUTH_${name}_CLIENT_ID`, CLIENT.id],
      [`OAUTH_${name}_CLIENT_SECRET`, CLIENT.secret],
    ])
    server = await startServer({
      // Includes one provider without known addresses, and one without a client.
      OAUTH_PROVIDERS: 'github, Discord,google,lonely,clientless',
      ...Object.fromEntries(clients),
      ...github.settings,
      ...discord.settings,
      ...google.settings,
    })
    base = server.base
  })
  group.teardown(async () => {
    await server.kill('SIGTERM')
    for (const fake of [github, discord, google]) await fake.close()
  })
  group.each.setup(() => {
    Object.assign(github.person, {
      id: fresh(),
      denied: false,
      apiStatus: 200,
      emailsAllowed: true,
      emails: [],
    })
    const verified = { email: 'nelly@example.com', verified: true }
    Object.assign(discord.person, { id: `80${fresh()}`, denied: false, apiStatus: 200, ...verified })
    Object.assign(google.person, { denied: false, forged: false, claims: { sub: newId() } })
  })

  const start = async ({ token }: Merchant, provider: Name) => {
    const started = await call('POST', `/oauth/accounts/${provider}/connect`, { token, base })
    browser = cookieHeader(cookiesOf(started))
    return new URL(started.body.data.authorizationUrl)
  }
  const consent = async (url: URL) => {
    const { status, headers } = await fetch(url, { redirect: 'manual' })
    if (status !== 302) throw new Error(`The provider answered ${status}`)
    return new URL(headers.get('location')!)
  }
  const back = (url: URL) =>
    call('GET', url.pathname + url.search, { base: url.origin, headers: { cookie: browser } })
  const link = async (merchant: Merchant, provider: Name) =>
    back(await consent(await start(merchant, provider)))
  const linkNew = async (provider: Name) => link(await createMerchant(), provider)

  test('those that are fully configured are offered', async ({ assert }) => {
    const { body } = await call('GET', '/oauth/providers', { base })
    assert.deepEqual(body.data, { providers: ['discord', 'github', 'google'] })
  })

  test('each is asked for what is needed, with PKCE, and sends people back here')
    .with([
      ['github', 'read:user user:email'],
      ['discord', 'identify email'],
      ['google', 'openid email'],
    ] as const)
    .run(async ({ assert }, [provider, scope]) => {
      const url = await start(await createMerchant(), provider)
      assert.equal(url.searchParams.get('scope'), scope)
      assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
      assert.equal(url.searchParams.get('redirect_uri'), `${base}/oauth/${provider}/callback`)
      assert.equal(url.searchParams.has('nonce'), provider === 'google')
    })

  test('GitHub: the verified primary address counts, not the one of the profile', async ({ assert }) => {
    github.person.emails = [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: true },
    ]
    const merchant = await createMerchant()
    const linked = await link(merchant, 'github')
    assert.equal(linked.status, 200)
    assert.deepInclude(linked.body.data.account, { provider: 'github', email: 'octo@example.com' })
    const list = await call('GET', '/v1/dashboard/me/accounts', { token: merchant.token })
    assert.deepEqual(list.body.data.accounts, [linked.body.data.account])
    // The same id is the same identity.
    assert.equal((await linkNew('github')).body.error.code, 'CONFLICT')
  })

  test('GitHub: an unverified address is none, and without the permission linking works all the same', async ({
    assert,
  }) => {
    github.person.emails = [{ email: 'octo@example.com', primary: true, verified: false }]
    assert.isNull((await linkNew('github')).body.data.account.email)
    Object.assign(github.person, { id: fresh(), emailsAllowed: false })
    assert.isNull((await linkNew('github')).body.data.account.email)
  })

  test('GitHub: an error that comes with status 200 links nobody', async ({ assert }) => {
    const merchant = await createMerchant()
    const url = await consent(await start(merchant, 'github'))
    url.searchParams.set('code', 'wrong')
    assert.equal((await back(url)).body.error.code, 'BAD_REQUEST')
    const list = await call('GET', '/v1/dashboard/me/accounts', { token: merchant.token })
    assert.deepEqual(list.body.data.accounts, [])
  })

  test('Discord: a snowflake keeps all its digits, and the address counts when it is verified', async ({
    assert,
  }) => {
    discord.person.id = `9${String(fresh()).padStart(18, '0')}`
    const linked = await linkNew('discord')
    assert.equal(linked.status, 200)
    assert.deepInclude(linked.body.data.account, { provider: 'discord', email: 'nelly@example.com' })
    assert.equal((await linkNew('discord')).body.error.code, 'CONFLICT')
    // As a JavaScript number, this id would equal the next one.
    discord.person.id = discord.person.id.replace(/\d$/, (last) => (last === '0' ? '1' : '0'))
    discord.person.verified = false
    const unverified = await linkNew('discord')
    assert.equal(unverified.status, 200)
    assert.isNull(unverified.body.data.account.email)
    Object.assign(discord.person, { id: `7${fresh()}`, verified: true, email: null })
    assert.isNull((await linkNew('discord')).body.data.account.email)
  })

  test('Google: the address of the ID token counts when it is verified', async ({ assert }) => {
    const linked = await linkNew('google')
    assert.equal(linked.status, 200)
    assert.deepInclude(linked.body.data.account, { provider: 'google', email: 'ada@example.com' })
    google.person.claims = { sub: newId(), email_verified: false }
    assert.isNull((await linkNew('google')).body.data.account.email)
    google.person.claims = { sub: newId(), email: undefined, email_verified: undefined }
    assert.isNull((await linkNew('google')).body.data.account.email)
  })

  test('Google: an ID token that does not add up links nobody')
    .with([
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'another client' },
      { iss: 'https://accounts.example' },
      { exp: 1_700_000_000 },
      { sub: undefined },
      { forged: true },
    ])
    .run(async ({ assert }, { forged = false, ...claims }: Record<string, unknown>) => {
      Object.assign(google.person, { forged, claims: { sub: newId(), ...claims } })
      const refused = await linkNew('google')
      assert.equal(refused.status, 400)
      assert.equal(refused.body.error.code, 'BAD_REQUEST')
    })

  test('somebody who says no at the provider is not linked, and the state is used up')
    .with(['github', 'discord', 'google'] as const)
    .run(async ({ assert }, provider) => {
      for (const { person } of [github, discord, google]) person.denied = true
      const url = await consent(await start(await createMerchant(), provider))
      assert.equal((await back(url)).body.error.code, 'BAD_REQUEST')
      url.searchParams.delete('error')
      url.searchParams.set('code', 'late')
      assert.include((await back(url)).body.error.message, 'used')
    })

  test('a user endpoint that refuses or fails links nobody')
    .with([401, 429, 500, 503])
    .run(async ({ assert }, apiStatus) => {
      for (const { person } of [github, discord]) person.apiStatus = apiStatus
      for (const provider of ['github', 'discord'] as const) {
        assert.equal((await linkNew(provider)).body.error.code, 'BAD_REQUEST', provider)
      }
    })
})
