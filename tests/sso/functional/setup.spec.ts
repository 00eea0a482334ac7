import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { limits } from '#config/limits'
import { rows } from '#kernel/database/sql'
import SetUpSso from '#sso/actions/set_up_sso'
import FindConnection from '#sso/queries/find_connection'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { metadataWith } from '#tests/testkit/metadata_server'
import { CERTIFICATES, IDP, requestIdOf, signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import {
  BACK,
  createColleague,
  createSamlOrg,
  newVerifier,
  post,
  signInBySso,
  ssoPath,
} from '#tests/testkit/sso'
import { enableTotp, totpCode } from '#tests/testkit/totp'

/** contract/13-sso#131-setup-owner */
test.group('setting up SSO', () => {
  test('takes certificates that are good enough, keeps them, and shows no secret', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const put = async (saml: object, more: object = {}) =>
      (await call('PUT', ssoPath(merchant), { token, body: { type: 'saml', saml, ...more } })).body
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
    ]) {
      assert.equal((await call(method, ssoPath(merchant) + path, { token })).body.error.code, 'NOT_FOUND')
    }
    const none = await call('POST', `${ssoPath(merchant)}/test`, { token, body: { redirectUri: BACK } })
    assert.equal(none.body.error.code, 'NOT_FOUND')
    assert.equal((await put(IDP)).error.code, 'SSO_CERT_REQUIRED')
    const { weak, keyless, dateless, idp, next } = CERTIFICATES
    for (const bad of ['nothing', weak, keyless, dateless, `${idp}${next}`]) {
      assert.equal((await put({ ...IDP, certificates: [bad] })).error.code, 'VALIDATION_ERROR')
    }
    assert.equal((await put({ metadataXml: '<x/>' })).error.code, 'BAD_REQUEST')
    assert.equal((await put({ metadataUrl: 'http://127.0.0.1:9/metadata' })).error.code, 'BAD_REQUEST')
    const made = (await put({ metadataXml: metadataWith(['idp']) })).data.connection
    assert.containSubset(made, { saml: IDP, enforced: false, jit: false, sessionHours: 12, warnings: [] })
    assert.lengthOf(made.certificates, 1)
    assert.lengthOf((await put(IDP)).data.connection.certificates, 1)
    const emptied = (await put({ ...IDP, certificates: [] })).error
    assert.equal(emptied.code, 'SSO_CERT_REQUIRED')
    assert.match(emptied.message, /certificates is empty.*leave the field out/)
    const short = (await put({ ...IDP, certificates: [CERTIFICATES.short] })).data.connection
    assert.match(short.warnings[0], /has expired|expires within 30 days/)
    for (const bad of [{ defaultRole: 'OWNER' }, { groupRoles: { a: 'OWNER' } }, { sessionHours: 721 }]) {
      assert.equal((await put(IDP, bad)).error.code, 'VALIDATION_ERROR')
    }
    assert.equal((await call('DELETE', ssoPath(merchant), { token })).body.data.id, made.id)
    assert.includeMembers(
      (await auditTrail(merchant)).map(({ action }) => action),
      ['sso.created', 'sso.updated', 'sso.deleted']
    )
  })

  test('takes one description of one provider, and says what to leave out of several', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const [metadataXml, metadataUrl] = [metadataWith(['idp']), 'http://127.0.0.1:9/metadata']
    const oidc = { issuer: 'https://idp.example', clientId: 'one', clientSecret: 'secret' }
    const by = { ...IDP, certificates: [CERTIFICATES.idp] }
    for (const [body, field, left] of [
      [{ type: 'saml', saml: { metadataXml, metadataUrl } }, 'saml.metadataXml', /out saml.metadataXml$/],
      [{ type: 'saml', saml: { ...by, metadataUrl } }, 'saml.entityId', /Url, saml.certificates$/],
      [{ type: 'saml', saml: { metadataXml, ssoUrl: IDP.ssoUrl } }, 'saml.ssoUrl', /out saml.ssoUrl$/],
      [{ type: 'saml', saml: by, oidc }, 'oidc', /leave out oidc$/],
      [{ type: 'oidc', saml: by, oidc }, 'saml', /leave out saml$/],
    ] as const) {
      const { status, body: answer } = await call('PUT', ssoPath(merchant), { token, body })
      assert.deepEqual([status, answer.error?.code], [400, 'VALIDATION_ERROR'])
      assert.equal(answer.error.details![0].field, field)
      assert.match(answer.error.message, left)
    }
  })

  test('a sign-in begins where a domain is verified, and comes back to our pages', async ({ assert }) => {
    const { merchant, domain } = await createSamlOrg()
    const { codeChallenge } = newVerifier()
    const start = async (body: object) =>
      (await call('POST', '/v1/auth/sso/start', { body: { redirectUri: BACK, codeChallenge, ...body } })).body
    assert.match(
      (await start({ orgId: merchant.orgId })).data.redirectUrl,
      /^https:\/\/idp\.example\/sso\?SAMLRequest=/
    )
    assert.equal((await start({ email: `a@x.${domain}` })).error.code, 'NOT_FOUND')
    assert.equal((await start({ email: 'no address' })).error.code, 'NOT_FOUND')
    assert.equal((await start({ orgId: newId() })).error.code, 'ORG_NOT_FOUND')
    assert.equal((await start({ orgId: (await createMerchant()).orgId })).error.code, 'NOT_FOUND')
    assert.equal((await start({})).error.code, 'VALIDATION_ERROR')
    for (const redirectUri of [
      'https://evil.example',
      '//evil.example',
      'javascript:alert(1)',
      `${BACK}#x`,
    ]) {
      assert.equal((await start({ email: `a@${domain}`, redirectUri })).error.code, 'VALIDATION_ERROR')
    }
    const before = limits.ssoStartsPer15Minutes
    limits.ssoStartsPer15Minutes = 0
    const limited = await start({ email: `a@${domain}` })
    limits.ssoStartsPer15Minutes = before
    assert.equal(limited.error.code, 'RATE_LIMITED')
  })

  test('sessions end with the connection, and with another provider', async ({ assert }) => {
    const { merchant, domain, sp, body } = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    const works = async (token: string) => (await call('GET', '/v1/dashboard/orgs', { token })).status === 200
    const tokenOf = async () =>
      (await signInBySso(domain, sp, { email: member.email })).answer!.body.data.tokens.accessToken
    const { token } = merchant
    const first = await tokenOf()
    await call('PUT', ssoPath(merchant), { token, body: { ...body, jit: true } })
    assert.isTrue(await works(first))
    const saml = { ...IDP, entityId: 'https://other.example', certificates: [CERTIFICATES.idp] }
    await call('PUT', ssoPath(merchant), { token, body: { type: 'saml', saml } })
    assert.isFalse(await works(first))
    await call('PUT', ssoPath(merchant), { token, body })
    const second = await tokenOf()
    await new SetUpSso(new FindConnection(), new FindVerifiedDomain()).disable(merchant.orgId, SYSTEM)
    assert.isFalse(await works(second))
    const refused = await call('POST', '/v1/auth/sso/start', {
      body: { orgId: merchant.orgId, redirectUri: BACK, codeChallenge: 'x'.repeat(43) },
    })
    assert.equal(refused.body.error.code, 'NOT_FOUND')
  })

  test('a test of one provider says nothing of the next', async ({ assert }) => {
    const { merchant, domain, sp, body } = await createSamlOrg()
    const { token } = merchant
    const owner = await createColleague(merchant, domain, 'OWNER')
    const tried = await call('POST', `${ssoPath(merchant)}/test`, {
      token: owner.token,
      body: { redirectUri: BACK },
    })
    const requestId = requestIdOf(tried.body.data.redirectUrl)
    await post(sp.acsUrl, signed(unsignedAnswer({ email: owner.email, requestId, sp })))
    const put = async (saml: object) =>
      (await call('PUT', ssoPath(merchant), { token, body: { ...body, saml } })).body.data.connection
    assert.isTrue((await put(body.saml)).lastTest.ok)
    assert.isNull((await put({ ...body.saml, entityId: 'https://other.example/metadata' })).lastTest)
  })

  test('is enforced at the org, for captured members alone, once it was tried', async ({ assert }) => {
    const { merchant, domain, sp, body } = await createSamlOrg()
    const { token, orgId } = merchant
    const owner = await createColleague(merchant, domain, 'OWNER')
    const member = await createColleague(merchant, domain)
    const contractor = await createColleague(merchant, 'elsewhere.example')
    const enforce = (by: string) =>
      call('PUT', ssoPath(merchant), { token: by, body: { ...body, enforced: true } })
    const early = await enforce(token)
    assert.equal(early.body.error.code, 'CONFLICT')
    assert.match(early.body.error.message, /test sign-in.*second factor/)
    const tryAs = async (email: string) => {
      const asked = { token: owner.token, body: { redirectUri: BACK } }
      const { redirectUrl } = (await call('POST', `${ssoPath(merchant)}/test`, asked)).body.data
      return post(sp.acsUrl, signed(unsignedAnswer({ email, requestId: requestIdOf(redirectUrl), sp })))
    }
    assert.equal((await tryAs(member.email)).error, 'FORBIDDEN')
    const right = await tryAs(owner.email)
    assert.equal(right.back!.searchParams.get('test'), 'ok')
    const { secret } = await enableTotp(owner)
    assert.equal((await enforce(owner.token)).status, 200)
    // A certificate can be changed later, but another provider requires a new test.
    await rows(
      db.connection(),
      `update sso_connections set last_test = last_test || '{"at": 1}' where org_id = ?`,
      [orgId]
    )
    assert.equal((await enforce(owner.token)).status, 200)
    const moved = { ...body.saml, entityId: 'https://other.example/metadata' }
    const elsewhere = await call('PUT', ssoPath(merchant), {
      token: owner.token,
      body: { ...body, saml: moved, enforced: true },
    })
    assert.match(elsewhere.body.error.message, /test sign-in/)

    const members = (by: string) => call('GET', `/v1/dashboard/orgs/${orgId}/members`, { token: by })
    const blocked = await members(member.token)
    assert.equal(blocked.body.error.code, 'FORBIDDEN')
    assert.match(blocked.body.error.message, /through SSO/)
    const { orgs } = (await call('GET', '/v1/dashboard/orgs', { token: member.token })).body.data
    const required = (id: string) => orgs.find((one: { id: string }) => one.id === id).ssoRequired
    assert.deepEqual([required(orgId), required(member.orgId)], [true, false])
    assert.equal((await members(contractor.token)).status, 200)
    assert.equal(
      (await call('GET', `/v1/dashboard/orgs/${member.orgId}/members`, { token: member.token })).status,
      200
    )
    const product = `/v1/dashboard/products/${merchant.productId}`
    assert.equal((await call('GET', product, { token: member.token })).body.error.code, 'FORBIDDEN')
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    assert.equal((await members(answer!.body.data.tokens.accessToken)).status, 200)

    for (let use = 0; use < 3; use++) assert.equal((await members(owner.token)).status, 200)
    const uses = (await auditTrail({ orgId, token: owner.token })).filter(
      ({ action }) => action === 'sso.bypassed'
    )
    assert.lengthOf(uses, 1)
    assert.include((await mailsTo(merchant.email)).at(-1)!.subject, 'without SSO')
    const challenged = await signInBySso(domain, sp, { email: owner.email })
    assert.isTrue(challenged.answer!.body.data.requires2FA)
    const { challengeToken } = challenged.answer!.body.data
    const code = await totpCode(secret)
    const login = await call('POST', '/v1/auth/totp/verify-login', { body: { challengeToken, code } })
    const answered = login.body.data.tokens.accessToken
    assert.equal((await members(answered)).status, 200)
    const own = await call('GET', `/v1/dashboard/orgs/${owner.orgId}/members`, { token: answered })
    assert.equal(own.body.error.code, 'FORBIDDEN')
    await rows(db.connection(), `update org_domains set status = 'lost' where org_id = ?`, [orgId])
    assert.equal((await members(member.token)).status, 200)
  })
})
