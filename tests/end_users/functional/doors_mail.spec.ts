import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailedProof, otherCode } from '#tests/testkit/challenges'
import { cookiesOf } from '#tests/testkit/cookies'
import { askForCode, knock } from '#tests/testkit/doors'
import { createEndUser, openPortal } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import type { PortalPatch } from '#end_users/actions/change_portal'

async function stage(settings: PortalPatch = {}) {
  const merchant = await createMerchant()
  await openPortal(merchant, settings)
  return { ...merchant, email: `${newId()}@example.net` }
}

const set = (change: string, id: string) =>
  rows(db.connection(), `update end_users set ${change} where id = ?`, [id])

/** contract/09-end-users#92-getting-in */
test.group('the door of mailed codes', () => {
  test('lets in who has the code, and the tokens open the portal', async ({ assert }) => {
    const merchant = await stage({ branding: { name: 'Acme Tools' } })
    const { id, email } = await createEndUser(merchant)
    const asked = await knock('code', { orgId: merchant.orgId, email: email.toUpperCase() })
    assert.equal(asked.status, 202)
    assert.sameMembers(Object.keys(asked.body.data), ['challengeToken', 'expiresAt'])
    const [mail] = await mailsTo(email)
    assert.include(mail.subject, 'Acme Tools')
    assert.notMatch(mail.subject + mail.text, /latchkey/i)
    const { code } = await mailedProof(email)
    const { challengeToken } = asked.body.data
    const answer = await knock('code/verify', { challengeToken, code, unknown: 1 })
    assert.equal(answer.status, 200)
    const { endUser, tokens, created } = answer.body.data
    assert.containSubset(endUser, { id, email, emailVerified: true })
    assert.isFalse(created)
    assert.containSubset(await verifyEndUserToken(tokens.accessToken), { subject: id, door: 'code' })
    const me = await call('GET', '/v1/enduser/me', { token: tokens.accessToken })
    assert.equal(me.body.data.endUser.id, id)
    assert.equal((await knock('code/verify', { challengeToken, code })).body.error.code, 'UNAUTHORIZED')
  })

  test('has a link in the same mail; GET spends nothing, and either spends both', async ({ assert }) => {
    const merchant = await stage({ returnUrls: ['https://shop.example'] })
    const { id, email } = await createEndUser(merchant)
    const returnUrl = 'https://shop.example/account?tab=1'
    const { challengeToken, code, token } = await askForCode(merchant.orgId, email, { returnUrl })
    assert.include((await mailsTo(email))[0].text, `${returnUrl}#token=${token}`)
    for (const method of ['GET', 'HEAD']) {
      const path = `/v1/enduser/auth/link/verify?token=${token}`
      assert.equal((await call(method, path, { text: true })).status, 404)
    }
    const answer = await knock('link/verify', { token })
    assert.equal(answer.body.data.endUser.id, id)
    const { door } = await verifyEndUserToken(answer.body.data.tokens.accessToken)
    assert.equal(door, 'link')
    assert.equal((await knock('link/verify', { token })).body.error.code, 'UNAUTHORIZED')
    assert.equal((await knock('code/verify', { challengeToken, code })).body.error.code, 'UNAUTHORIZED')
  })

  test('the code spends the link', async ({ assert }) => {
    const merchant = await stage()
    const { email } = await createEndUser(merchant)
    const { challengeToken, code, token } = await askForCode(merchant.orgId, email)
    assert.equal((await knock('code/verify', { challengeToken, code })).status, 200)
    assert.equal((await knock('link/verify', { token })).body.error.code, 'UNAUTHORIZED')
  })

  test('counts guesses by challenge: six guesses over three challenges', async ({ assert }) => {
    using _ = lowered({ endUserLoginPer15Minutes: -1 })
    const merchant = await stage()
    const { email } = await createEndUser(merchant)
    const challenges = []
    for (let n = 0; n < 3; n++) {
      const { body } = await knock('code', { orgId: merchant.orgId, email })
      challenges.push(body.data.challengeToken as string)
    }
    assert.lengthOf(await mailsTo(email), 1, 'one mail per minute')
    const [first, second, third] = challenges
    const { code } = await mailedProof(email)
    const guess = async (challengeToken: string, by: number) =>
      (await knock('code/verify', { challengeToken, code: otherCode(code, by) })).body.error?.code
    for (let by = 1; by <= 5; by++) assert.equal(await guess(first, by), 'UNAUTHORIZED')
    // The sixth try has the right code but is too late. The code of one challenge is not valid for the others.
    for (const challengeToken of [first, second, third]) {
      assert.equal((await knock('code/verify', { challengeToken, code })).body.error.code, 'UNAUTHORIZED')
    }
  })

  test('20 simultaneous verifies of one code give one session', async ({ assert }) => {
    const merchant = await stage()
    const { id, email } = await createEndUser(merchant)
    const { challengeToken, code } = await askForCode(merchant.orgId, email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => knock('code/verify', { challengeToken, code }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      1
    )
    assert.lengthOf(
      answers.filter(({ body }) => body.error?.code === 'UNAUTHORIZED'),
      19
    )
    const sessions = await rows(db.connection(), 'select 1 from end_user_sessions where end_user_id = ?', [
      id,
    ])
    assert.lengthOf(sessions, 1)
  })

  test('answers alike, by the same statements, whether an address is known or not', async ({ assert }) => {
    const merchant = await stage()
    const known = await createEndUser(merchant)
    const claimed = await createEndUser(merchant, { proved: false })
    await set(`external_id = 'x'`, claimed.id)
    const statementsOf = async (email: string) => {
      const statements: string[] = []
      const client = db.connection().getWriteClient()
      const watch = ({ sql }: { sql: string }) => void statements.push(sql)
      client.on('query', watch)
      const answer = await knock('code', { orgId: merchant.orgId, email })
      client.off('query', watch)
      const ours = statements.filter((sql) => /end_user|advisory|mails|orgs/.test(sql))
      return { answer, ours }
    }
    const welcome = await statementsOf(known.email)
    assert.isNotEmpty(welcome.ours.filter((sql) => sql.includes('into mails')))
    for (const email of [`${newId()}@example.net`, claimed.email]) {
      const stranger = await statementsOf(email)
      assert.equal(stranger.answer.status, welcome.answer.status)
      assert.deepEqual(Object.keys(stranger.answer.body.data), Object.keys(welcome.answer.body.data))
      assert.deepEqual(
        stranger.ours,
        welcome.ours.filter((sql) => !sql.includes('into mails'))
      )
      assert.lengthOf(await mailsTo(email), 0)
      const { challengeToken } = stranger.answer.body.data
      const verify = await knock('code/verify', { challengeToken, code: '000000' })
      assert.equal(verify.body.error.code, 'UNAUTHORIZED')
    }
  })

  test('tells the banned once the proof is right, and nobody who is gone', async ({ assert }) => {
    const merchant = await stage()
    for (const [change, code] of [
      ['banned_at = now()', 'USER_BANNED'],
      ['merged_into = id', 'UNAUTHORIZED'],
      ['erased_at = now()', 'UNAUTHORIZED'],
    ]) {
      const { id, email } = await createEndUser(merchant)
      const proof = await askForCode(merchant.orgId, email)
      await set(change, id)
      const wrong = { ...proof, code: otherCode(proof.code) }
      assert.equal((await knock('code/verify', wrong)).body.error.code, 'UNAUTHORIZED')
      assert.equal((await knock('code/verify', proof)).body.error.code, code, change)
      assert.equal((await knock('link/verify', { token: proof.token })).body.error.code, code, change)
    }
  })

  test('refuses in order: org, portal, door, window, body', async ({ assert }) => {
    const off = await createMerchant()
    const email = `${newId()}@example.net`
    const code = async (body: object) => (await knock('code', body)).body.error.code
    assert.equal(await code({ email }), 'VALIDATION_ERROR')
    assert.equal(await code({ orgId: newId(), email: 1 }), 'ORG_NOT_FOUND')
    assert.equal(await code({ orgId: off.orgId, email: 1 }), 'FORBIDDEN')
    const merchant = await stage({ signIn: { code: false } })
    assert.equal(await code({ orgId: merchant.orgId, email }), 'FORBIDDEN')
    await openPortal(merchant, { signIn: { code: true } })
    assert.equal(await code({ orgId: merchant.orgId, email: 'nobody' }), 'VALIDATION_ERROR')
    const returnUrl = 'https://evil.example'
    assert.equal(await code({ orgId: merchant.orgId, email, returnUrl }), 'VALIDATION_ERROR')
    using _ = lowered({ endUserCodesPerHour: 0 })
    const limited = await knock('code', { orgId: merchant.orgId, email: 1 })
    assert.equal(limited.body.error.code, 'RATE_LIMITED')
    assert.equal(limited.headers.get('retry-after'), '3600')
  })

  test('is closed for codes that are on their way, too', async ({ assert }) => {
    const merchant = await stage()
    const { email } = await createEndUser(merchant)
    const { challengeToken, code, token } = await askForCode(merchant.orgId, email)
    assert.equal((await knock('code/verify', { challengeToken })).body.error.code, 'VALIDATION_ERROR')
    assert.equal((await knock('link/verify', {})).body.error.code, 'VALIDATION_ERROR')
    assert.equal((await knock('link/verify', { token: 'nothing' })).body.error.code, 'UNAUTHORIZED')
    {
      using _ = lowered({ endUserLoginPer15Minutes: 0 })
      assert.equal((await knock('code/verify', { challengeToken, code })).body.error.code, 'RATE_LIMITED')
    }
    await openPortal(merchant, { signIn: { code: false } })
    assert.equal((await knock('code/verify', { challengeToken, code })).body.error.code, 'FORBIDDEN')
    assert.equal((await knock('link/verify', { token })).body.error.code, 'FORBIDDEN')
    await openPortal(merchant, { signIn: { code: true } })
    const answer = await knock('code/verify', { challengeToken, code, useCookies: true })
    assert.equal(answer.status, 200)
    assert.sameMembers(Object.keys(answer.body.data.tokens), ['accessToken'])
    const { attributes } = cookiesOf(answer).latchkey_end_user
    assert.includeMembers(attributes, ['httponly', 'samesite=strict', 'path=/v1/enduser/auth'])
  })
})
