import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { cookies } from '#config/browser'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { accounts, back, connect, disconnect, link } from '#tests/testkit/linking'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { consent, startOidcProvider } from '#tests/testkit/oidc_provider'

test.group('a linking ends in the browser that began it', (group) => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  group.setup(async () => {
    provider = await startOidcProvider('local')
  })
  group.teardown(() => provider.close())

  const finish = ({ token }: Merchant, code: string, name = 'local') =>
    call('POST', `/oauth/accounts/${name}/finish`, { token, body: { code } })
  /** Another browser calls the callback of a linking that began with a Bearer token. */
  const elsewhere = async (merchant: Merchant, login = newId()) => {
    const { authorizationUrl } = (await connect(merchant)).body.data
    return back(await consent(authorizationUrl, login))
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

  test('a code for the identity of another user is CONFLICT, and good once that one has left it', async ({
    assert,
  }) => {
    const [owner, second] = [await createMerchant(), await createMerchant()]
    const login = newId()
    await link(owner, login)
    const { code } = (await elsewhere(second, login)).body.data
    const taken = await finish(second, code)
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(await accounts(second), [])
    await disconnect(owner)
    assert.equal((await finish(second, code)).status, 200)
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

  test('a browser shows a page to the person: {0}')
    .with([
      ['that the account is linked', true, /<h1>Linked<\/h1>[^]*is linked\. You can close this page/],
      [
        'the code, where somebody else began',
        false,
        /<h1>One step is left<\/h1>[^]*<code>[\w-]{20,}<\/code>/,
      ],
    ] as const)
    .run(async ({ assert }, [, own, expected]) => {
      const merchant = await createMerchant()
      const started = await connect(merchant)
      const url = await consent(started.body.data.authorizationUrl, `a&b<i>${newId()}`)
      const cookie = own ? cookieHeader(cookiesOf(started)) : ''
      const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8', cookie } })
      assert.equal(page.status, 200)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.include(page.headers.get('content-security-policy')!, "default-src 'none'")
      assert.equal(page.headers.get('cache-control'), 'no-store')
      const html = await page.text()
      assert.match(html, expected)
      assert.notMatch(html, /<i>|\{\{/)
      if (own) assert.include(html, 'a&amp;b&lt;i&gt;')
      assert.lengthOf(await accounts(merchant), own ? 1 : 0)
    })

  test('a browser shows a refusal to the person as a page too, and a program gets the envelope', async ({
    assert,
  }) => {
    const url = await consent((await connect(await createMerchant())).body.data.authorizationUrl, newId())
    await fetch(url)
    const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.equal(page.status, 400)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const said = 'This link has expired or was already used: start again'
    assert.include(await page.text(), said)
    const envelope = await fetch(url)
    assert.equal(envelope.status, 400)
    assert.containSubset(await envelope.json(), { error: { code: 'BAD_REQUEST', message: said } })
  })

  test('where cookies are Secure its name ties the cookie to this very host, and no other name opens anything', async ({
    assert,
    cleanup,
  }) => {
    cookies.secure = true
    cleanup(() => void (cookies.secure = false))
    const merchant = await createMerchant()
    const started = await connect(merchant)
    const given = cookiesOf(started)
    assert.deepEqual(Object.keys(given), ['__Host-latchkey_linking'])
    const { value, attributes } = given['__Host-latchkey_linking']
    assert.includeMembers(attributes, ['secure', 'httponly', 'samesite=lax', 'path=/'])
    assert.isFalse(attributes.some((one) => one.startsWith('domain')))
    const planted = new Headers({ 'set-cookie': `latchkey_linking=${value}` })
    const url = await consent(started.body.data.authorizationUrl, newId())
    assert.property((await back(url, { headers: planted })).body.data, 'code')
    assert.deepEqual(await accounts(merchant), [])

    const again = await connect(merchant)
    const linked = await back(await consent(again.body.data.authorizationUrl, newId()), again)
    assert.deepEqual(await accounts(merchant), [linked.body.data.account])
  })
})
