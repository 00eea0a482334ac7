import { test } from '@japa/runner'
import { limits } from '#config/limits'
import { oauthSignIn } from '#config/oauth'
import { newId } from '#kernel/secrets/ids'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import type { Tokens } from '#sdk/core/credentials'
import { failureOf } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { back } from '#tests/testkit/linking'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { comeBack } from '#tests/testkit/oidc_sso'
import { consent, startOidcProvider } from '#tests/testkit/oidc_provider'
import { dashboardSdk } from '#tests/testkit/sdk'
import { BACK } from '#tests/testkit/sso'
import { totpCode } from '#tests/testkit/totp'

const options = { baseUrl: BASE }
const NEXT = `${PASSWORD}-next`

test.group('SDK for the account of a user', () => {
  test('signs up, proves the address, changes name and password, and signs out', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const pairs: Tokens[] = []
    const onTokens = (pair: Tokens) => void pairs.push(pair)
    const api = await LatchkeyDashboard.signUp({ ...options, onTokens }, { email, password: PASSWORD })
    assert.lengthOf(pairs, 1)
    const taken = await failureOf(LatchkeyDashboard.signUp(options, { email, password: PASSWORD }))
    assert.equal(taken?.code, 'CONFLICT')
    const proved = await LatchkeyDashboard.verifyEmail(options, await mailedToken(email, 'Confirm'))
    assert.deepInclude(proved, { email, emailVerified: true })
    assert.equal((await failureOf(api.account.askForVerification()))?.code, 'CONFLICT')
    assert.equal((await api.account.update({ firstName: 'Ada' })).firstName, 'Ada')
    const wrong = { currentPassword: 'not that one', newPassword: NEXT }
    assert.equal((await failureOf(api.account.changePassword(wrong)))?.code, 'UNAUTHORIZED')
    await api.account.changePassword({ currentPassword: PASSWORD, newPassword: NEXT })
    assert.lengthOf(pairs, 2)
    assert.equal((await api.me()).user.firstName, 'Ada')
    const before = new LatchkeyDashboard({ ...options, tokens: pairs[0] })
    assert.equal((await failureOf(before.me()))?.code, 'UNAUTHORIZED')
    await api.signOut()
    const { refreshToken } = pairs[1]
    const renewal = api.call('POST', '/v1/auth/refresh', { body: { refreshToken } })
    assert.equal((await failureOf(renewal))?.code, 'UNAUTHORIZED')
    const again = await LatchkeyDashboard.signIn({ ...options, email, password: NEXT })
    assert.equal((await again.me()).user.email, email)
  })

  test('sets a forgotten password by the link of a mail', async ({ assert }) => {
    const { email } = await createMerchant()
    await LatchkeyDashboard.forgotPassword(options, email)
    const token = await mailedToken(email, 'password')
    await LatchkeyDashboard.resetPassword(options, { token, password: NEXT })
    const api = await LatchkeyDashboard.signIn({ ...options, email, password: NEXT })
    assert.equal((await api.me()).user.email, email)
  })

  test('turns a second factor on, renews its backup codes, and turns it off', async ({ assert }) => {
    const merchant = await createMerchant()
    const { secondFactor } = dashboardSdk(merchant).account
    const { secret } = await secondFactor.setup()
    const backupCodes = await secondFactor.enable(await totpCode(secret))
    assert.lengthOf(backupCodes, 10)
    const renewed = await secondFactor.backupCodes(backupCodes[0])
    assert.notInclude(renewed, backupCodes[1])
    const { email } = merchant
    const code = () => renewed[0]
    const api = await LatchkeyDashboard.signIn({ ...options, email, password: PASSWORD, code })
    assert.isTrue((await api.me()).user.totpEnabled)
    await secondFactor.disable({ password: PASSWORD, code: renewed[1] })
    assert.isFalse((await api.me()).user.totpEnabled)
  })

  test('renames, looks over and deletes an org', async ({ assert }) => {
    const merchant = await createMerchant()
    const api = dashboardSdk(merchant)
    const { id } = await api.orgs.create({ name: 'Second' })
    const org = api.org(id)
    assert.equal((await org.update({ name: 'Other' })).name, 'Other')
    assert.equal((await api.activate(id)).id, id)
    assert.deepEqual(await api.overview(), await org.overview())
    assert.equal((await org.overview()).licenses.total, 0)
    assert.isFalse((await org.portal.get()).enabled)
    assert.isTrue((await org.portal.update({ enabled: true })).enabled)
    assert.lengthOf((await org.webhooks.list().first()).items, 0)
    assert.lengthOf((await org.webhooks.deliveries({ status: 'failed' }).first()).items, 0)
    assert.equal(await org.delete(), id)
    assert.equal((await failureOf(api.org(merchant.orgId).delete()))?.code, 'CONFLICT')
  })
})

test.group('SDK for accounts elsewhere', (group) => {
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

  test('links one, signs in by it, and takes it away', async ({ assert }) => {
    const merchant = await createMerchant()
    const { linked } = dashboardSdk(merchant).account
    assert.include(await LatchkeyDashboard.providers(options), 'local')
    const login = newId()
    const ended = await back(await consent(await linked.connect('local'), login))
    const account = await linked.finish('local', (ended.body.data as { code: string }).code)
    assert.deepEqual((await linked.list().first()).items, [account])

    const start = { provider: 'local', redirectUri: BACK }
    const { redirectUrl, codeVerifier } = await LatchkeyDashboard.startOauth(options, start)
    const { code } = await comeBack(await consent(redirectUrl, login))
    const api = await LatchkeyDashboard.signInByOauth({ ...options, oauthCode: code!, codeVerifier })
    assert.equal((await api.me()).user.email, merchant.email)
    await linked.unlink('local')
    assert.lengthOf((await linked.list().first()).items, 0)
    const nowhere = LatchkeyDashboard.startOauth(options, { ...start, provider: 'nowhere' })
    assert.equal((await failureOf(nowhere))?.code, 'NOT_FOUND')
  })
})
