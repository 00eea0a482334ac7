import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailedProof, otherCode, startChallenge } from '#tests/testkit/challenges'
import { createCustomer, createEndUser } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

const EMAIL = '/v1/enduser/me/email'
const newAddress = () => `${newId()}@example.net`
const ask = (token: string, email: string) => call('POST', EMAIL, { token, body: { email } })
const confirm = (token: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `${EMAIL}/confirm`, { token, body, headers })
const person = async () => createCustomer(await createMerchant())

/** Requests a change to an address and reads its mail. */
async function asked(token: string, email: string) {
  const { body } = await ask(token, email)
  const { code } = await mailedProof(email)
  return { challengeToken: body.data.challengeToken as string, code }
}

/** Starts a challenge for an address without counting in the window of mails. */
async function started({ id, orgId }: { id: string; orgId: string }, email: string) {
  const whole = { orgId, purpose: 'email', email, endUserId: id, page: null } as const
  const { challengeToken, code } = await startChallenge(whole)
  return { challengeToken, code }
}

const emailsOf = (orgId: string) =>
  rows<{ id: string; email: string | null }>(
    db.connection(),
    'select id, email from end_users where org_id = ?',
    [orgId]
  )
const eventsOf = (orgId: string) =>
  rows<{ data: { endUserId: string; fields: string[] } }>(
    db.connection(),
    `select data from outbox_events where org_id = ? and name = 'end_user.updated' order by id`,
    [orgId]
  )

/** contract/09-end-users#94-the-end-user-himself-eu */
test.group('another address', () => {
  test('is taken with the mailed code, once, and the old one hears of it', async ({ assert }) => {
    const { token, id, orgId, email: old } = await person()
    const email = newAddress()
    const started = await ask(token, email.toUpperCase())
    assert.equal(started.status, 202)
    assert.sameMembers(Object.keys(started.body.data), ['challengeToken', 'expiresAt'])
    const me = await call('GET', '/v1/enduser/me', { token })
    assert.equal(me.body.data.endUser.email, old)
    const { code } = await mailedProof(email)
    const { challengeToken } = started.body.data
    const answers = await Promise.all([1, 2].map(() => confirm(token, { challengeToken, code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    const { body } = answers.find(({ status }) => status === 200)!
    assert.containSubset(body.data.endUser, { id, email, emailVerified: true })
    const notices = await mailsTo(old)
    assert.lengthOf(notices, 1)
    assert.include(notices[0].subject, 'was changed')
    assert.notInclude(notices[0].text, email)
    assert.deepEqual(
      (await eventsOf(orgId)).map(({ data }) => data),
      [{ endUserId: id, fields: ['email'] }]
    )
  })

  test('an unproved one is proved by the same way, without a notice', async ({ assert }) => {
    const customer = await person()
    await rows(db.connection(), 'update end_users set email_verified_at = null where id = ?', [customer.id])
    const proof = await started(customer, customer.email)
    const answer = await confirm(customer.token, proof)
    assert.isTrue(answer.body.data.endUser.emailVerified)
    assert.deepEqual((await eventsOf(customer.orgId))[0].data.fields, ['emailVerified'])
    assert.lengthOf(
      (await mailsTo(customer.email)).filter(({ subject }) => subject.includes('changed')),
      0
    )
  })

  test('is refused for wrong codes, after five of them for the right one, and for the challenge of others', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const neighbour = await createCustomer(merchant)
    const { challengeToken, code } = await asked(customer.token, newAddress())
    const codeOf = async (token: string, body: object) => (await confirm(token, body)).body.error?.code
    assert.equal(await codeOf(neighbour.token, { challengeToken, code }), 'UNAUTHORIZED')
    assert.equal(await codeOf(customer.token, { challengeToken: 'nothing', code }), 'UNAUTHORIZED')
    for (let by = 1; by <= 5; by++) {
      const wrong = { challengeToken, code: otherCode(code, by) }
      assert.equal(await codeOf(customer.token, wrong), 'UNAUTHORIZED')
    }
    assert.equal(await codeOf(customer.token, { challengeToken, code }), 'UNAUTHORIZED')
    const signIn = { orgId: customer.orgId, purpose: 'sign_in', email: customer.email } as const
    const other = await startChallenge({ ...signIn, endUserId: customer.id, page: null })
    assert.equal(await codeOf(customer.token, other), 'VALIDATION_ERROR')
    const { challengeToken: foreign, code: itsCode } = other
    assert.equal(await codeOf(customer.token, { challengeToken: foreign, code: itsCode }), 'UNAUTHORIZED')
    assert.deepEqual(await eventsOf(customer.orgId), [])
  })

  test('that somebody has proved is refused after the proof only: {$self}')
    .with(['proved', 'given by the merchant'])
    .run(async ({ assert }, how) => {
      const merchant = await createMerchant()
      const customer = await createCustomer(merchant)
      const owner = await createEndUser(merchant, { proved: how === 'proved' })
      const answer = await ask(customer.token, owner.email)
      assert.equal(answer.status, 202)
      const { challengeToken } = answer.body.data
      const { code } = await mailedProof(owner.email)
      const wrong = await confirm(customer.token, { challengeToken, code: otherCode(code) })
      assert.equal(wrong.body.error.code, 'UNAUTHORIZED')
      const refused = await confirm(customer.token, { challengeToken, code })
      assert.equal(refused.status, 409)
      assert.equal(refused.body.error.code, 'CONFLICT')
      const left = await emailsOf(merchant.orgId)
      assert.equal(left.find(({ id }) => id === owner.id)!.email, owner.email)
    })

  test('is taken off somebody who merely claimed it, and another org has its own', async ({ assert }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const claimer = await createEndUser(merchant, { proved: false })
    await rows(db.connection(), `update end_users set external_id = 'x' where id = ?`, [claimer.id])
    const elsewhere = await createCustomer(await createMerchant())
    const answer = await confirm(customer.token, await started(customer, claimer.email))
    assert.equal(answer.body.data.endUser.email, claimer.email)
    const left = await emailsOf(merchant.orgId)
    assert.isNull(left.find(({ id }) => id === claimer.id)!.email)
    const same = await confirm(elsewhere.token, await started(elsewhere, claimer.email))
    assert.equal(same.status, 200)
  })

  test('of people who race for one address one gets it, ten times: {$self}')
    .with(['without an Idempotency-Key', 'with an Idempotency-Key'])
    .run(async ({ assert }, how) => {
      const merchant = await createMerchant()
      const keyOf = (): Record<string, string> =>
        how.startsWith('with an') ? { 'idempotency-key': newId() } : {}
      for (let round = 0; round < 10; round++) {
        const people = await Promise.all([1, 2, 3].map(() => createCustomer(merchant)))
        const email = newAddress()
        const proofs = await Promise.all(people.map((one) => started(one, email)))
        const race = people.map(({ token }, at) => confirm(token, proofs[at], keyOf()))
        const statuses = (await Promise.all(race)).map(({ status }) => status)
        assert.deepEqual(statuses.sort(), [200, 409, 409])
      }
    })

  test('is mailed to once in a minute, though every call is answered', async ({ assert }) => {
    const { token } = await person()
    const email = newAddress()
    assert.equal((await ask(token, email)).status, 202)
    assert.equal((await ask(token, email)).status, 202)
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('needs a right body, and has windows', async ({ assert }) => {
    const { token } = await person()
    const email = newAddress()
    for (const body of [{}, { email: 'nobody' }, { email, name: 'x' }]) {
      const answer = await call('POST', EMAIL, { token, body })
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR', JSON.stringify(body))
    }
    assert.equal((await confirm(token, {})).body.error.code, 'VALIDATION_ERROR')
    using _ = lowered({ endUserCodesPerHour: 0, endUserLoginPer15Minutes: 0 })
    assert.equal((await ask(token, email)).body.error.code, 'RATE_LIMITED')
    assert.equal((await confirm(token, {})).body.error.code, 'RATE_LIMITED')
  })
})
