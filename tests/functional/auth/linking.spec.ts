import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#services/ids'
import { rows } from '#services/sql'
import { call } from '#tests/support/api'
import { BASE } from '#tests/support/http'
import { createApiKey, createMerchant, type Merchant } from '#tests/support/merchant'
import { consent, startOidcProvider } from '#tests/support/oidc_provider'

const connect = ({ token }: Merchant, provider = 'local') =>
  call('POST', `/oauth/accounts/${provider}/connect`, { token })
const disconnect = ({ token }: Merchant, provider = 'local') =>
  call('DELETE', `/oauth/accounts/${provider}`, { token })
const accounts = async ({ token }: Merchant) =>
  (await call('GET', '/v1/dashboard/me/accounts', { token })).body.data.accounts
const back = (url: string) => call('GET', url.replace(new URL(url).origin, ''))

async function link(merchant: Merchant, login: string) {
  const { authorizationUrl } = (await connect(merchant)).body.data
  return back(await consent(authorizationUrl, login))
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
    const linked = await back(await consent(url.href, login))
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
    assert.deepEqual(answer.body, { ok: true, data: { providers: ['local', 'other'] } } as never)
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
    const good = await start()
    const answers = await Promise.all([back(good), back(good), back(good)])
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
    const log = await call('GET', `/v1/dashboard/orgs/${first.orgId}/audit-log`, { token: first.token })
    assert.deepEqual(
      log.body.data.entries.map(({ action, data }: { action: string; data: object }) => [action, data]),
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
    const keyed = await call('POST', '/oauth/accounts/local/connect', { apiKey: key })
    assert.equal(keyed.status, 403)
    assert.equal(keyed.body.error.code, 'APIKEY_NOT_ALLOWED')
    assert.equal((await call('DELETE', '/oauth/accounts/local')).status, 401)
  })
})
