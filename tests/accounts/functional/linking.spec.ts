import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import AdministerUser from '#accounts/actions/administer_user'
import { callbackUrl, oauthProviders } from '#config/oauth'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { CLIENT, serveFake } from '#tests/testkit/fake_provider'
import { BASE } from '#tests/testkit/http'
import { accounts, back, connect, disconnect, link } from '#tests/testkit/linking'
import { mailedToken } from '#tests/testkit/mails'
import { createApiKey, createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { consent, openOidcProvider, startOidcProvider } from '#tests/testkit/oidc_provider'

const OTHER = 'another fine phrase'

/** What ends every token of a user at once, and with them what was begun with one. */
const ENDINGS: Record<string, (user: Merchant) => Promise<unknown>> = {
  'a changed password': ({ token }) =>
    call('POST', '/v1/dashboard/me/password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: OTHER },
    }),
  'a reset password': async ({ email }) => {
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const token = await mailedToken(email, 'new password')
    await call('POST', '/v1/auth/reset-password', { body: { token, password: OTHER } })
  },
  'a disabled account': ({ userId }) => new AdministerUser().execute(userId, true, SYSTEM),
}

const linkedOf = ({ userId }: Merchant) =>
  rows(db.connection(), 'select 1 from linked_accounts where user_id = ?', [userId])

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
    const unknowns = [
      await connect(merchant, 'github'),
      await disconnect(merchant, 'nowhere'),
      await call('GET', '/oauth/nowhere/callback?code=x&state=unknown'),
      await call('GET', '/oauth/nowhere/callback'),
      await call('POST', '/oauth/accounts/nowhere/finish', { token: merchant.token, body: {} }),
    ]
    for (const unknown of unknowns) {
      assert.equal(unknown.status, 404)
      assert.equal(unknown.body.error.code, 'NOT_FOUND')
    }
  })

  test('a provider that cannot be asked is CONFIG_ERROR, and nothing is begun', async ({
    assert,
    cleanup,
  }) => {
    const gone = await startOidcProvider('gone')
    const settings = oauthProviders.get('gone')!
    await gone.close()
    oauthProviders.set('gone', settings)
    cleanup(() => void oauthProviders.delete('gone'))
    const merchant = await createMerchant()
    const answer = await connect(merchant, 'gone')
    assert.deepEqual([answer.status, answer.body.error.code], [500, 'CONFIG_ERROR'])
    assert.lengthOf(answer.headers.getSetCookie(), 0)
    const begun = await rows(db.connection(), 'select 1 from oauth_states where user_id = ?', [
      merchant.userId,
    ])
    assert.lengthOf(begun, 0)
  })

  test('a link to a provider that is not configured any more is no way to sign in', async ({ assert }) => {
    const merchant = await createMerchant()
    await link(merchant, newId())
    const sql = `insert into linked_accounts (user_id, provider, subject, email, created_at)
      select user_id, ?, ?, email, created_at from linked_accounts where user_id = ? limit 1`
    await rows(db.connection(), sql, ['gone', newId(), merchant.userId])
    await rows(db.connection(), `update users set password_hash = null where id = ?`, [merchant.userId])
    const kept = await disconnect(merchant)
    assert.deepEqual([kept.status, kept.body.error?.code], [409, 'CONFLICT'])
    await rows(db.connection(), sql, ['other', newId(), merchant.userId])
    assert.equal((await disconnect(merchant)).status, 200)
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

  test('a linking that was begun before {$self} links nothing')
    .with(Object.keys(ENDINGS))
    .run(async ({ assert }, ending) => {
      const merchant = await createMerchant()
      // A reset unlinks accounts from an address that it proves for the first time; this one is proved already.
      await rows(db.connection(), 'update users set email_verified_at = now() where id = ?', [
        merchant.userId,
      ])
      const begun = await connect(merchant)
      const here = await consent(begun.body.data.authorizationUrl, newId())
      const elsewhere = await consent((await connect(merchant)).body.data.authorizationUrl, newId())
      assert.property((await back(elsewhere)).body.data, 'code')
      await ENDINGS[ending](merchant)
      const late = await back(here, begun)
      assert.deepEqual([late.status, late.body.error?.code], [400, 'BAD_REQUEST'])
      assert.lengthOf(await linkedOf(merchant), 0)
      const waiting = await rows(db.connection(), 'select 1 from pending_links where user_id = ?', [
        merchant.userId,
      ])
      assert.lengthOf(waiting, 0)
    })

  test('a password that is changed while the provider is asked ends the linking: {$self}')
    .with(['where it was begun', 'elsewhere'])
    .run(async ({ assert, cleanup }, where) => {
      const meanwhile: (() => Promise<unknown>)[] = []
      const slow = await openOidcProvider(callbackUrl('slow'), async (login) => {
        await meanwhile.pop()?.()
        return { email: `${login}@provider.example`, email_verified: true }
      })
      const { close, ...client } = slow
      oauthProviders.set('slow', { name: 'slow', kind: 'oidc', scope: 'openid email', ...client })
      cleanup(async () => {
        oauthProviders.delete('slow')
        await close()
      })
      const merchant = await createMerchant()
      const begun = await connect(merchant, 'slow')
      const url = await consent(begun.body.data.authorizationUrl, newId())
      meanwhile.push(() => ENDINGS['a changed password'](merchant))
      const late = await back(url, where === 'elsewhere' ? undefined : begun)
      assert.isEmpty(meanwhile)
      assert.deepEqual([late.status, late.body.error?.code], [400, 'BAD_REQUEST'])
      assert.lengthOf(await linkedOf(merchant), 0)
    })

  test('no linking begins with a token that has ended while the provider was asked: {$self}')
    .with(Object.keys(ENDINGS))
    .run(async ({ assert, cleanup }, ending) => {
      const merchant = await createMerchant()
      await rows(db.connection(), 'update users set email_verified_at = now() where id = ?', [
        merchant.userId,
      ])
      const { base, close } = await serveFake(async () => {
        await ENDINGS[ending](merchant)
        const endpoints = { authorization_endpoint: `${base}/auth`, token_endpoint: `${base}/token` }
        return { json: { issuer: base, ...endpoints } }
      })
      const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret, scope: 'openid email' }
      oauthProviders.set('slow', { name: 'slow', kind: 'oidc', issuer: base, ...client })
      cleanup(async () => {
        oauthProviders.delete('slow')
        await close()
      })
      const begun = await connect(merchant, 'slow')
      assert.deepEqual([begun.status, begun.body.error?.code], [401, 'UNAUTHORIZED'])
      const states = await rows(db.connection(), 'select 1 from oauth_states where user_id = ?', [
        merchant.userId,
      ])
      assert.lengthOf(states, 0)
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
