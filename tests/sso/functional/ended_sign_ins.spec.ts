import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { meeting } from '#tests/testkit/meeting'
import { signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import {
  begin,
  createColleague,
  createSamlOrg,
  exchange,
  post,
  signInBySso,
  ssoPath,
} from '#tests/testkit/sso'
import { enableTotp, totpCode } from '#tests/testkit/totp'

/** A member who is about to sign in, and a function that moves the org to another provider. */
async function scene() {
  const org = await createSamlOrg()
  const member = await createColleague(org.merchant, org.domain)
  const { token } = org.merchant
  const saml = { ...org.body.saml, entityId: 'https://another-idp.example' }
  const leave = () => call('PUT', ssoPath(org.merchant), { token, body: { ...org.body, saml } })
  const codeOf = async () => {
    const { requestId, codeVerifier } = await begin(org.domain)
    const xml = signed(unsignedAnswer({ email: member.email, requestId, sp: org.sp }))
    return { codeVerifier, ...(await post(org.sp.acsUrl, xml)) }
  }
  return { ...org, member, leave, codeOf }
}

/** The status of a call with the session of an answer; null for an answer without a session. */
async function opened({ body }: Awaited<ReturnType<typeof call>>): Promise<number | null> {
  const token = body.data?.tokens?.accessToken as string | undefined
  return token ? (await call('GET', '/v1/dashboard/orgs', { token })).status : null
}

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order: changing the issuer of a connection ends its sessions. */
test.group('no sign-in outlives the provider that the org has left', () => {
  test('a code that is being traded in', async ({ assert }) => {
    const { member, leave, codeOf } = await scene()
    const { code, codeVerifier } = await codeOf()
    const holding = `select 1 from users where id = '${member.userId}' for update`
    const [traded, left] = await meeting(holding, () => exchange(code, codeVerifier), leave)
    assert.equal(left.status, 200)
    assert.notEqual(await opened(traded), 200)
  })

  test('a challenge that is being answered', async ({ assert }) => {
    const { member, domain, sp, leave } = await scene()
    const { secret } = await enableTotp(member)
    const { answer } = await signInBySso(domain, sp, { email: member.email })
    const body = { challengeToken: answer!.body.data.challengeToken, code: await totpCode(secret, 1) }
    const [answered, left] = await meeting(
      `lock table audit_entries in share mode`,
      () => call('POST', '/v1/auth/totp/verify-login', { body }),
      leave
    )
    assert.equal(left.status, 200)
    assert.notEqual(await opened(answered), 200)
  })

  test('an answer that comes in: neither waits for what the other holds', async ({ assert }) => {
    const { connection, leave, codeOf } = await scene()
    const holding = `select 1 from sso_connections where id = '${connection.id}' for no key update`
    const [left, answered] = await meeting(holding, leave, codeOf)
    assert.equal(left.status, 200)
    assert.deepEqual([answered.code, answered.error], [null, 'UNAUTHORIZED'])
  })
})
