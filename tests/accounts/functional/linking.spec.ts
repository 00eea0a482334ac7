import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { BASE } from '#tests/testkit/http'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { createApiKey, createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { consent, startOidcProvider } from '#tests/testkit/oidc_provider'

const connect = ({ token }: Merchant, provider = 'local') =>
  call('POST', `/oauth/accounts/${provider}/connect`, { token })
const disconnect = ({ token }: Merchant, provider = 'local') =>
  call('DELETE', `/oauth/accounts/${provider}`, { token })
const accounts = async ({ token }: Merchant) =>
  (await call('GET', '/v1/dashboard/me/accounts', { token })).body.data.accounts
/** The callback in the browser that began, or in one without its cookie. */
const back = (url: string, started?: { headers: Headers }) =>
  call('GET', url.replace(new URL(url).origin, ''), {
    headers: started ? { cookie: cookieHeader(cookiesOf(started)) } : {},
  })

async function link(merchant: Merchant, login: string) {
  const started = await connect(merchant)
  return back(await consent(started.body.data.authorizationUrl, login), started)
}

test.group('account linking', (group) => {
  let providers: Awaited<ReturnType<typeof startOidcProvider>>[] = []
  group.setup(async () => {
    providers = [await startOidcProvider('local'), await startOidcProvider('other')]
  })
  group.teardown(async () => {
    for (const provider of providers) await provider.close()
  })

  test('links the identity and signs nobody in', async ({ assert }) => {
    const merchant = await createMerchant()
    const started = await connect(merchant)
    assert.equal(started.status, 200)
    const url = new URL(started.body.data.authorizationUrl)
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.isNotNull(url.searchParams.get('nonce'))
    const login = newId()
    const linked = await back(await consent(url.href, login), started)
    assert.equal(linked.status, 200)
    assert.deepInclude(linked.body.data.account, {
      provider: 'local',
      email: `${login}@provider.example`,
    })
    assert.lengthOf(linked.headers.getSetCookie(), 0)
    assert.deepEqual(await accounts(merchant), [linked.body.data.account])
  })

  test('only configured providers are named', async ({ assert }) => {
    const answer = await call('GET', '/oauth/providers')
    assert.deepEqual(answer.body, { ok: true, data: { providers: ['local', 'other'] } })
    const merchant = await createMerchant()
    for (const unknown of [await connect(merchant, 'github'), await disconnect(merchant, 'nowhere')]) {
      assert.equal(unknown.status, 404)
      assert.equal(unknown.body.error.code, 'NOT_FOUND')
    }
  })

  test('a state works once, for its provider, and not for ever', async ({ assert }) => {
    const merchant = await createMerchant()
    const start = async () => consent((await connect(merchant)).body.data.authorizationUrl, newId())
    const codeOf = async (url: string) => (await back(url)).body.error?.code
    const elsewhere = await start()
    assert.equal(await codeOf(elsewhere.replace('/oauth/local/', '/oauth/other/')), 'BAD_REQUEST')
    const old = await start()
    await rows(db.connection(), 'update oauth_states set expires_at = now() where user_id = ?', [
      merchant.userId,
    ])
    assert.equal(await codeOf(old), 'BAD_REQUEST')
    const forged = new URL(await start())
    forged.searchParams.set('code', 'forged')
    assert.equal(await codeOf(forged.href), 'BAD_REQUEST')
    assert.equal(await codeOf(`${BASE}/oauth/local/callback?code=x`), 'BAD_REQUEST')
    assert.equal(await codeOf(`${BASE}/oauth/local/callback?code=x&state=unknown`), 'BAD_REQUEST')
    const started = await connect(merchant)
    const good = await consent(started.body.data.authorizationUrl, newId())
    const answers = await Promise.all([back(good, started), back(good, started), back(good, started)])
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 400, 400]
    )
  })

  test('one identity belongs to one user, one user has one identity', async ({ assert }) => {
    const [first, second] = [await createMerchant(), await createMerchant()]
    const login = newId()
    assert.equal((await link(first, login)).status, 200)
    const taken = await link(second, login)
    assert.equal(taken.status, 409)
    assert.equal(taken.body.error.code, 'CONFLICT')
    assert.equal((await connect(first)).body.error.code, 'CONFLICT')
    assert.deepEqual((await disconnect(first)).body.data, { id: 'local' })
    assert.equal((await link(second, login)).status, 200)
    assert.equal((await disconnect(first)).body.error.code, 'NOT_FOUND')
    assert.deepEqual(
      (await auditTrail(first)).map(({ action, data }) => [action, data]),
      [
        ['user.account_unlinked', { provider: 'local' }],
        ['user.account_linked', { provider: 'local' }],
      ]
    )
  })

  test('the last way in of a user without a password stays', async ({ assert }) => {
    const merchant = await createMerchant()
    await link(merchant, newId())
    await rows(db.connection(), 'update users set password_hash = null where id = ?', [merchant.userId])
    const answer = await disconnect(merchant)
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'CONFLICT')
    assert.lengthOf(await accounts(merchant), 1)
  })

  test('an API key is APIKEY_NOT_ALLOWED, nothing is UNAUTHORIZED', async ({ assert }) => {
    const { key } = await createApiKey(await createMerchant(), ['license:read'])
    for (const path of ['/oauth/accounts/local/connect', '/oauth/accounts/local/finish']) {
      const keyed = await call('POST', path, { apiKey: key, body: { code: 'x' } })
      assert.equal(keyed.status, 403)
      assert.equal(keyed.body.error.code, 'APIKEY_NOT_ALLOWED')
      assert.equal((await call('POST', path, { body: { code: 'x' } })).status, 401)
    }
    assert.equal((await call('DELETE', '/oauth/accounts/local')).status, 401)
  })
})

test.group('a linking ends in the browser that began it', (group) => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  group.setup(async () => {
    provider = await startOidcProvider('local')
  })
  group.teardown(() => provider.close())

  const finish = ({ token }: Merchant, code: string, name = 'local') =>
    call('POST', `/oauth/accounts/${name}/finish`, { token, body: { code } })
  /** Somebody else's browser at the callback of a linking that began with a Bearer token. */
  const elsewhere = async (merchant: Merchant) => {
    const { authorizationUrl } = (await connect(merchant)).body.data
    return back(await consent(authorizationUrl, newId()))
  }

  test('in another one a Bearer client gets nothing but a code, which its user trades in once', async ({
    assert,
  }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    const ended = await elsewhere(merchant)
    assert.equal(ended.status, 200)
    assert.sameMembers(Object.keys(ended.body.data), ['code', 'message'])
    assert.deepEqual(await accounts(merchant), [])
    const { code } = ended.body.data
    assert.equal((await finish(stranger, code)).body.error.code, 'BAD_REQUEST')
    assert.equal((await finish(merchant, 'unknown')).body.error.code, 'BAD_REQUEST')
    assert.equal((await finish(merchant, code, 'nowhere')).body.error.code, 'NOT_FOUND')
    const missing = await call('POST', '/oauth/accounts/local/finish', { token: merchant.token, body: {} })
    assert.equal(missing.body.error.details![0].field, 'code')
    const answers = await Promise.all([finish(merchant, code), finish(merchant, code)])
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 400]
    )
    const linked = answers.find(({ status }) => status === 200)!
    assert.deepEqual(await accounts(merchant), [linked.body.data.account])
    assert.deepEqual(await accounts(stranger), [])
  })

  test('a code lives ten minutes, and is not stored', async ({ assert }) => {
    const merchant = await createMerchant()
    const { code } = (await elsewhere(merchant)).body.data
    const kept = await rows(db.connection(), 'select * from pending_links where user_id = ?', [
      merchant.userId,
    ])
    assert.lengthOf(kept, 1)
    assert.notInclude(JSON.stringify(kept), code)
    await rows(db.connection(), 'update pending_links set expires_at = now() where user_id = ?', [
      merchant.userId,
    ])
    assert.equal((await finish(merchant, code)).body.error.code, 'BAD_REQUEST')
  })

  test('the cookie of another linking opens nothing', async ({ assert }) => {
    const [merchant, victim] = [await createMerchant(), await createMerchant()]
    const started = await connect(merchant)
    const url = await consent(started.body.data.authorizationUrl, newId())
    assert.property((await back(url, await connect(victim))).body.data, 'code')
    assert.deepEqual(await accounts(merchant), [])
    assert.deepEqual(await accounts(victim), [])
  })

  test('who is signed in by cookie began in a browser: another one gets BAD_REQUEST', async ({ assert }) => {
    const { email, token } = await createMerchant()
    const signedIn = await call('POST', '/v1/auth/login', {
      body: { email, password: PASSWORD, useCookies: true },
    })
    const cookie = cookieHeader(cookiesOf(signedIn))
    const begin = (headers: Record<string, string>) =>
      call('POST', '/oauth/accounts/local/connect', { headers: { cookie, ...headers } })
    assert.equal((await begin({ 'sec-fetch-site': 'cross-site' })).body.error.code, 'CSRF_BLOCKED')
    for (const own of [false, true]) {
      const started = await begin({ 'sec-fetch-site': 'same-origin' })
      const attributes = Object.values(cookiesOf(started))[0].attributes
      assert.includeMembers(attributes, ['httponly', 'samesite=lax', 'path=/'])
      const url = await consent(started.body.data.authorizationUrl, newId())
      const ended = await back(url, own ? started : undefined)
      assert.equal(ended.status, own ? 200 : 400)
      const list = await call('GET', '/v1/dashboard/me/accounts', { token })
      assert.lengthOf(list.body.data.accounts, own ? 1 : 0)
    }
  })
})
