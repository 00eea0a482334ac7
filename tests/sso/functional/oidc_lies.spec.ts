import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { startLyingProvider } from '#tests/testkit/lying_provider'
import {
  beginOidc,
  comeBack,
  createOidcOrg,
  openLoopback,
  sentOn,
  signInByOidc,
} from '#tests/testkit/oidc_sso'
import { createColleague, exchange, ssoPath } from '#tests/testkit/sso'

const EVERYTHING = `select (select count(*) from users)::int as users, (select count(*) from org_members)::int as members,
  (select count(*) from sso_identities)::int as identities, (select count(*) from sso_codes)::int as codes,
  (select count(*) from refresh_sessions)::int as sessions`
const everything = async () => (await rows<Record<string, number>>(db.connection(), EVERYTHING))[0]
const seconds = (off: number) => Math.floor(Date.now() / 1000) + off

let provider: Awaited<ReturnType<typeof startLyingProvider>>
let org: Awaited<ReturnType<typeof createOidcOrg>>
let member: Awaited<ReturnType<typeof createColleague>>

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order */
test.group('answers of OpenID Connect', (group) => {
  group.setup(async () => {
    const end = openLoopback()
    provider = await startLyingProvider()
    org = await createOidcOrg(provider.oidc, { jit: true })
    member = await createColleague(org.merchant, org.domain)
    return async () => {
      end()
      await provider.close()
    }
  })
  group.each.setup(() => {
    Object.assign(provider.lies, {
      signing: 'good',
      claims: { email: member.email },
      answers: {},
      discovery: {},
    })
  })

  const reason = async () => {
    const { token } = org.merchant
    const { body } = await call('GET', `${ssoPath(org.merchant)}/logins?limit=1`, { token })
    return body.data.logins[0].reason as string | null
  }

  test('that are not to be believed sign nobody in', async ({ assert }) => {
    const before = await everything()
    const lies: [string, RegExp, Partial<typeof provider.lies>][] = [
      ['another issuer', /^UNAUTHORIZED: .*"iss"/, { claims: { iss: 'https://other.example' } }],
      ['another audience', /^UNAUTHORIZED: .*"aud"/, { claims: { aud: 'another client' } }],
      [
        'several audiences, for another',
        /^UNAUTHORIZED: .*"azp"/,
        { claims: { aud: ['latchkey', 'x'], azp: 'x' } },
      ],
      ['another nonce', /^UNAUTHORIZED: .*"nonce"/, { claims: { nonce: 'another' } }],
      ['no nonce', /^UNAUTHORIZED: .*"nonce"/, { claims: { nonce: undefined } }],
      ['past its time', /^UNAUTHORIZED: .*"exp"/, { claims: { exp: seconds(-120), iat: seconds(-500) } }],
      ['without a time', /^UNAUTHORIZED: .*"exp"/, { claims: { exp: undefined } }],
      ['nobody', /^UNAUTHORIZED: .*"sub"/, { claims: { sub: undefined } }],
      ['a name with NUL', /^FORBIDDEN: .*who signed in/, { claims: { sub: 'a\0b' } }],
      ['alg none', /^UNAUTHORIZED: .*"alg"/, { signing: 'none' }],
      ['HS256 with the public key', /^UNAUTHORIZED: .*"alg"/, { signing: 'public key' }],
      ['HS256 with the secret of the client', /^UNAUTHORIZED: .*"alg"/, { signing: 'client secret' }],
      ['a foreign key', /^UNAUTHORIZED: .*signature/, { signing: 'foreign' }],
      ['unverified', /^FORBIDDEN: .*has not verified the email/, { claims: { email_verified: false } }],
      [
        'unverified, as a text',
        /^FORBIDDEN: .*has not verified the email/,
        { claims: { email_verified: 'false' } },
      ],
      ['a foreign domain', /^FORBIDDEN: .*has not verified/, { claims: { email: 'a@elsewhere.example' } }],
      ['a domain below', /^FORBIDDEN: .*has not verified/, { claims: { email: `a@x.${org.domain}` } }],
      ['several addresses', /^FORBIDDEN: .*one email/, { claims: { email: [member.email, member.email] } }],
      ['an address with NUL', /^FORBIDDEN: .*one email/, { claims: { email: `a\0@${org.domain}` } }],
    ]
    for (const [name, why, lie] of lies) {
      const claims = { email: member.email, ...lie.claims }
      Object.assign(provider.lies, { signing: 'good', ...lie, claims })
      const { error, answer } = await signInByOidc(org.merchant, sentOn)
      const told = (await reason())!
      assert.match(told, why, name)
      assert.deepEqual([error, answer], [told.split(':')[0], null])
    }
    assert.deepEqual(await everything(), before)
    Object.assign(provider.lies, { signing: 'good', claims: { email: member.email } })
    assert.equal((await signInByOidc(org.merchant, sentOn)).answer!.status, 200)
  })

  test('count where they belong, and once', async ({ assert }) => {
    const other = await createOidcOrg(provider.oidc)
    const { url, codeVerifier } = await beginOidc(org.merchant)
    const back = await sentOn(url)
    const atOther = back.replace(org.merchant.orgId, other.merchant.orgId)
    assert.equal((await comeBack(atOther)).error, 'UNAUTHORIZED')
    const noState = back.replace(/state=[^&]+/, 'x=y')
    assert.equal((await comeBack(noState)).error, 'UNAUTHORIZED')
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(back)))
    const [{ code }, ...more] = answers.filter((one) => one.code !== null)
    assert.lengthOf(more, 0)
    assert.equal((await comeBack(back)).error, 'UNAUTHORIZED')
    assert.isNull(await reason(), 'the sign-in is the last entry: answers to no open request make none')
    assert.equal((await exchange(code, 'x'.repeat(43))).body.error.code, 'UNAUTHORIZED')
    assert.equal((await exchange(code, codeVerifier)).body.error.code, 'UNAUTHORIZED')

    const spent = new URL(back).searchParams.get('code')!
    const next = new URL(await sentOn((await beginOidc(org.merchant)).url))
    next.searchParams.set('code', spent)
    assert.equal((await comeBack(next.href)).error, 'UNAUTHORIZED')
    const late = await sentOn((await beginOidc(org.merchant)).url)
    await rows(db.connection(), `update sso_requests set expires_at = now() where connection_id = ?`, [
      org.connection.id,
    ])
    assert.equal((await comeBack(late)).error, 'UNAUTHORIZED')
    for (const at of [newId(), (await createColleague(org.merchant, org.domain)).orgId]) {
      assert.equal((await comeBack(back.replace(org.merchant.orgId, at))).status, 404)
    }
  })

  test('from a code of somebody else are of no use', async ({ assert }) => {
    const [mine, theirs] = [await beginOidc(org.merchant), await beginOidc(org.merchant)]
    const stolen = new URL(await sentOn(theirs.url)).searchParams.get('code')!
    const injected = new URL(await sentOn(mine.url))
    injected.searchParams.set('code', stolen)
    assert.equal((await comeBack(injected.href)).error, 'UNAUTHORIZED')
  })

  test('may be signed with a new key from one moment to the next', async ({ assert }) => {
    assert.equal((await signInByOidc(org.merchant, sentOn)).answer!.status, 200)
    await provider.changeKeys()
    assert.equal((await signInByOidc(org.merchant, sentOn)).answer!.status, 200)
  })

  test('of a provider that took over know nobody by the names of the one before', async ({
    assert,
    cleanup,
  }) => {
    provider.lies.claims = { email: member.email, sub: 'one' }
    assert.equal((await signInByOidc(org.merchant, sentOn)).answer!.status, 200)
    const next = await startLyingProvider()
    cleanup(() => next.close())
    const { token } = org.merchant
    const began = await sentOn((await beginOidc(org.merchant)).url)
    const body = { ...org.body, oidc: next.oidc }
    assert.equal((await call('PUT', ssoPath(org.merchant), { token, body })).status, 200)
    assert.equal((await comeBack(began)).error, 'UNAUTHORIZED')
    const email = `${newId()}@${org.domain}`
    next.lies.claims = { email, sub: 'one' }
    assert.equal((await signInByOidc(org.merchant, sentOn)).answer!.body.data.user.email, email)
    assert.equal((await call('PUT', ssoPath(org.merchant), { token, body: org.body })).status, 200)
  })

  test('do not count once the org has changed its provider, while the provider took its time', async ({
    assert,
    cleanup,
  }) => {
    const next = await startLyingProvider()
    cleanup(() => next.close())
    const back = await sentOn((await beginOidc(org.merchant)).url)
    const { token } = org.merchant
    provider.lies.onToken = async () => {
      await call('PUT', ssoPath(org.merchant), { token, body: { ...org.body, oidc: next.oidc } })
    }
    assert.equal((await comeBack(back)).error, 'UNAUTHORIZED')
    assert.match((await reason())!, /was changed during the sign-in/)
    provider.lies.onToken = async () => {}
    await call('PUT', ssoPath(org.merchant), { token, body: org.body })
  })
})
