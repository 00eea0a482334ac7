import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import type { Merchant } from '#tests/testkit/merchant'
import { newXmlId, partsOf, requestIdOf, signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { BACK, begin, createColleague, createSamlOrg, post, signInBySso, ssoPath } from '#tests/testkit/sso'

const DENIED = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied'

/** What a provider sends that signs nobody in: a status with the reason inside it, and no assertion. */
function denied(answer: string): string {
  const inner = `<samlp:StatusCode Value="${DENIED}"/>`
  return answer
    .replace(partsOf(answer).assertion, '')
    .replace(/(<samlp:StatusCode Value="[^"]+:)Success"\/>/, `$1Responder">${inner}</samlp:StatusCode>`)
}

/** What is done to a good answer, and why the result is refused. */
const REFUSED = [
  { what: 'an error of the provider', change: denied, why: `The provider refused: ${DENIED}` },
  {
    what: 'an encrypted assertion',
    change: (xml: string) => xml.replace(partsOf(xml).assertion, '<saml:EncryptedAssertion/>'),
    why: 'The SAML response was rejected: its assertion is encrypted',
  },
  {
    what: 'an assertion without a signature',
    change: (xml: string) => xml.replace(partsOf(xml).signature, ''),
    why: 'The SAML response was rejected: its assertion is not signed',
  },
  {
    what: 'an assertion that is signed with another key',
    change: (xml: string) => signed(xml.replace(partsOf(xml).signature, ''), 'next'),
    why: 'No certificate of the connection verifies the signature: save the one that the provider signs with',
  },
]

type Login = { outcome: string; reason: string | null; email: string | null; userId: string | null }

/** The sign-in log of an org, newest first. */
async function loginsOf(merchant: Merchant) {
  const { body } = await call('GET', `${ssoPath(merchant)}/logins`, { token: merchant.token })
  return body.data.logins as Login[]
}

/** contract/13-sso#132-signing-in */
test.group('refused answers of SAML', () => {
  test('{what}: leads back to where the test began, and an earlier success counts no more')
    .with(REFUSED)
    .run(async ({ assert }, { change, why }) => {
      const { merchant, domain, sp, body } = await createSamlOrg()
      const { token, email } = await createColleague(merchant, domain, 'OWNER')
      const redirectUri = `${BACK}/settings/sso`
      const answerTo = async () => {
        const path = `${ssoPath(merchant)}/test`
        const { redirectUrl } = (await call('POST', path, { token, body: { redirectUri } })).body.data
        return signed(unsignedAnswer({ email, requestId: requestIdOf(redirectUrl), sp }))
      }
      await post(sp.acsUrl, await answerTo())
      const { back, error } = await post(sp.acsUrl, change(await answerTo()))
      assert.equal(error, 'UNAUTHORIZED')
      assert.equal(back!.origin + back!.pathname, redirectUri)

      const reason = `UNAUTHORIZED: ${why}`
      const { connection } = (await call('GET', ssoPath(merchant), { token: merchant.token })).body.data
      assert.containSubset(connection.lastTest, { ok: false, reason })
      assert.equal((await loginsOf(merchant))[0].reason, reason)
      const enforced = { ...body, enforced: true }
      const early = await call('PUT', ssoPath(merchant), { token: merchant.token, body: enforced })
      assert.match(early.body.error.message, /test sign-in/)
    })

  test('are logged with the address of the person, if it is of a domain of the org', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const last = async () => (await loginsOf(merchant))[0]
    const stranger = `${newId()}@${domain}`
    assert.equal((await signInBySso(domain, sp, { email: stranger })).error, 'FORBIDDEN')
    assert.containSubset(await last(), { outcome: 'refused', email: stranger, userId: null })
    const foreign = `${newId()}@elsewhere.example`
    assert.equal((await signInBySso(domain, sp, { email: foreign })).error, 'FORBIDDEN')
    assert.containSubset(await last(), { outcome: 'refused', email: null })
  })

  test('use up their request and assertion: the same bytes are not judged once more', async ({ assert }) => {
    const { domain, sp } = await createSamlOrg()
    const { requestId } = await begin(domain)
    const answer = signed(unsignedAnswer({ email: `${newId()}@${domain}`, requestId, sp }))
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(sp.acsUrl, answer)))
    assert.deepEqual(answers.map(({ error }) => error).sort(), [
      'FORBIDDEN',
      ...Array(4).fill('UNAUTHORIZED'),
    ])
    assert.equal((await post(sp.acsUrl, answer)).error, 'UNAUTHORIZED')
  })

  test('to no request of the connection lead to the console, and leave nothing in the log', async ({
    assert,
  }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const { requestId } = await begin((await createSamlOrg()).domain)
    const answerTo = (id: string) => signed(unsignedAnswer({ email: `a@${domain}`, requestId: id, sp }))
    const unsolicited = answerTo(newXmlId())
    for (const answer of ['no XML', denied(unsolicited), unsolicited, answerTo(requestId)]) {
      const { back, error } = await post(sp.acsUrl, answer)
      assert.deepEqual([back!.origin + back!.pathname, error], [BACK, 'UNAUTHORIZED'])
    }
    assert.isEmpty(await loginsOf(merchant))
  })

  test('to one request are logged ten times at most', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const { requestId } = await begin(domain)
    const answer = signed(unsignedAnswer({ email: `a@${domain}`, requestId, sp }))
    for (let time = 0; time < 12; time++) {
      assert.equal((await post(sp.acsUrl, denied(answer))).error, 'UNAUTHORIZED')
    }
    assert.lengthOf(await loginsOf(merchant), 10)
  })
})
