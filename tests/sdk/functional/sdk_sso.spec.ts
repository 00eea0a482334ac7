import { test } from '@japa/runner'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { failureOf } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { CERTIFICATES, IDP, requestIdOf, signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { dashboardSdk } from '#tests/testkit/sdk'
import { BACK, createColleague, createSamlOrg, post } from '#tests/testkit/sso'
import { enableTotp, totpCode } from '#tests/testkit/totp'

test.group('SDK for SSO', () => {
  test('sets a connection up, reads it, and takes it away', async ({ assert }) => {
    const merchant = await createMerchant()
    const { sso } = dashboardSdk(merchant).org(merchant.orgId)
    assert.equal((await failureOf(sso.get()))?.code, 'NOT_FOUND')
    assert.equal((await failureOf(sso.save({ type: 'saml', saml: IDP })))?.code, 'SSO_CERT_REQUIRED')
    const saml = { ...IDP, certificates: [CERTIFICATES.idp] }
    const saved = await sso.save({ type: 'saml', saml, jit: true })
    assert.deepEqual(await sso.get(), saved)
    assert.isTrue((await sso.test(BACK)).startsWith(IDP.ssoUrl))
    assert.lengthOf((await sso.logins().first()).items, 0)
    assert.equal(await sso.delete(), saved.id)
  })

  test('signs somebody in through it, with a second factor where that is on', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    const options = { baseUrl: BASE }
    const comeBack = async () => {
      const start = { email: member.email, redirectUri: BACK }
      const { redirectUrl, codeVerifier } = await LatchkeyDashboard.startSso(options, start)
      const said = { email: member.email, requestId: requestIdOf(redirectUrl), sp }
      const { code } = await post(sp.acsUrl, signed(unsignedAnswer(said)))
      return { ...options, ssoCode: code!, codeVerifier }
    }
    const api = await LatchkeyDashboard.signInBySso(await comeBack())
    assert.deepEqual(
      (await api.me()).orgs.map(({ id }) => id),
      [merchant.orgId]
    )
    const { secret } = await enableTotp(member)
    const wanted = await failureOf(LatchkeyDashboard.signInBySso(await comeBack()))
    assert.equal(wanted?.code, 'UNAUTHORIZED')
    const code = () => totpCode(secret)
    const again = await LatchkeyDashboard.signInBySso({ ...(await comeBack()), code })
    assert.equal((await again.me()).user.email, member.email)
    const stranger = { email: `a@x.${domain}`, redirectUri: BACK }
    assert.equal((await failureOf(LatchkeyDashboard.startSso(options, stranger)))?.code, 'NOT_FOUND')
  })
})
