import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { limits } from '#config/limits'
import { oauthProviders, oauthSignIn } from '#config/oauth'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { cookiesOf } from '#tests/testkit/cookies'
import { connect, disconnect, link } from '#tests/testkit/linking'
import { createMerchant } from '#tests/testkit/merchant'
import { comeBack } from '#tests/testkit/oidc_sso'
import { consent, startOidcProvider } from '#tests/testkit/oidc_provider'
import { BACK, newVerifier } from '#tests/testkit/sso'
import { enableTotp, totpCode } from '#tests/testkit/totp'

const { codeVerifier, codeChallenge } = newVerifier()
const start = (more: object = {}) =>
  call('POST', '/v1/auth/oauth/start', {
    body: { provider: 'local', redirectUri: BACK, codeChallenge, ...more },
  })
const exchange = (code: string | null, verifier = codeVerifier, more: object = {}) =>
  call('POST', '/v1/auth/oauth/exchange', { body: { code, codeVerifier: verifier, ...more } })

/** Goes through the provider as a person called `login`; returns the URL at which the browser comes back. */
const through = async (login: string) => consent((await start()).body.data.redirectUrl, login)

async function linked() {
  const merchant = await createMerchant()
  const login = newId()
  await link(merchant, login)
  return { merchant, login }
}

/** interface#linking-rules */
test.group('signing in by a linked account', (group) => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  group.setup(async () => {
    provider = await startOidcProvider('local')
    oauthSignIn.enabled = true
    limits.ssoStartsPer15Minutes = -1
    return async () => {
      oauthSignIn.enabled = false
      await provider.close()
    }
  })

  test('gives an ordinary session, to the browser that began', async ({ assert }) => {
    const { merchant, login } = await linked()
    const { code, status } = await comeBack(await through(login))
    assert.equal(status, 303)
    const { user, tokens } = (await exchange(code)).body.data
    assert.equal(user.id, merchant.userId)
    const me = await call('GET', '/v1/dashboard/me', { token: tokens.accessToken })
    assert.equal(me.body.data.user.email, merchant.email)
    const [last] = await auditTrail(merchant)
    assert.deepEqual([last.action, last.data], ['user.signed_in', { provider: 'local' }])
    assert.equal((await exchange(code)).body.error.code, 'UNAUTHORIZED')

    const stolen = await comeBack(await through(login))
    assert.equal((await exchange(stolen.code, 'x'.repeat(43))).body.error.code, 'UNAUTHORIZED')
    assert.equal((await exchange(stolen.code)).body.error.code, 'UNAUTHORIZED')
    const byCookie = await exchange((await comeBack(await through(login))).code, codeVerifier, {
      useCookies: true,
    })
    assert.notProperty(byCookie.body.data, 'tokens')
    assert.lengthOf(Object.keys(cookiesOf(byCookie)), 3)
  })

  test('asks for the second factor', async ({ assert }) => {
    const { merchant, login } = await linked()
    const { secret } = await enableTotp(merchant)
    const { requires2FA, challengeToken } = (await exchange((await comeBack(await through(login))).code)).body
      .data
    assert.isTrue(requires2FA)
    const body = { challengeToken, code: await totpCode(secret) }
    assert.equal((await call('POST', '/v1/auth/totp/verify-login', { body })).status, 200)
  })

  test('is for linked identities alone, whatever their address', async ({ assert }) => {
    const merchant = await createMerchant()
    const login = newId()
    const sql = `update users set email = ? where id = ?`
    await rows(db.connection(), sql, [`${login}@provider.example`, merchant.userId])
    const count = async () => (await rows(db.connection(), `select 1 from users`)).length
    const before = await count()
    assert.equal((await comeBack(await through(login))).error, 'FORBIDDEN')
    assert.equal(await count(), before)
    await link(merchant, login)
    const { code } = await comeBack(await through(login))
    assert.equal((await disconnect(merchant)).status, 200)
    assert.equal((await exchange(code)).body.error.code, 'UNAUTHORIZED')
  })

  test('is for nobody who is disabled', async ({ assert }) => {
    const { merchant, login } = await linked()
    const { code } = await comeBack(await through(login))
    await rows(db.connection(), `update users set disabled_at = now() where id = ?`, [merchant.userId])
    assert.equal((await exchange(code)).body.error.code, 'FORBIDDEN')
    assert.equal((await comeBack(await through(login))).error, 'FORBIDDEN')
  })

  test('takes an answer once, in time, of its own provider and purpose', async ({ assert, cleanup }) => {
    const { merchant, login } = await linked()
    const back = await through(login)
    const answers = await Promise.all(Array.from({ length: 5 }, () => comeBack(back)))
    assert.lengthOf(
      answers.filter(({ code }) => code !== null),
      1
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 400),
      4
    )
    const other = await startOidcProvider('other')
    cleanup(() => other.close())
    const mixed = (await through(login)).replace('/oauth/local/', '/oauth/other/')
    assert.equal((await comeBack(mixed)).status, 400)
    const late = await through(login)
    await rows(db.connection(), `update oauth_sign_ins set expires_at = now()`)
    assert.equal((await comeBack(late)).status, 400)
    const forged = new URL(await through(login))
    forged.searchParams.set('code', 'forged')
    assert.equal((await comeBack(forged.href)).error, 'UNAUTHORIZED')
    // A linking that was started never signs in.
    await disconnect(merchant)
    const linking = await consent((await connect(merchant)).body.data.authorizationUrl, login)
    assert.deepInclude(await comeBack(linking), { status: 200, code: null })
  })

  test('says what it does not do', async ({ assert, cleanup }) => {
    assert.equal((await start({ provider: 'nowhere' })).body.error.code, 'NOT_FOUND')
    assert.equal((await start({ redirectUri: 'https://evil.example' })).body.error.code, 'VALIDATION_ERROR')
    assert.equal((await start({ codeChallenge: 'x' })).body.error.code, 'VALIDATION_ERROR')
    const console_ = () => call('GET', '/v1/console')
    assert.isTrue((await console_()).body.data.console.providerSignIn)
    oauthSignIn.enabled = false
    assert.equal((await start()).body.error.code, 'NOT_FOUND')
    assert.isFalse((await console_()).body.data.console.providerSignIn)
    oauthSignIn.enabled = true
    limits.ssoStartsPer15Minutes = 0
    assert.equal((await start()).body.error.code, 'RATE_LIMITED')
    limits.ssoStartsPer15Minutes = -1
    const gone = await startOidcProvider('gone')
    const settings = oauthProviders.get('gone')!
    await gone.close()
    oauthProviders.set('gone', settings)
    cleanup(() => void oauthProviders.delete('gone'))
    assert.equal((await start({ provider: 'gone' })).body.error.code, 'CONFIG_ERROR')
  })
})
