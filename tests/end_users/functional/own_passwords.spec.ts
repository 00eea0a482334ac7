import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import EnterByPassword from '#end_users/actions/enter_by_password'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import type { Door } from '#kernel/secrets/end_user_tokens'
import { newSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { knock } from '#tests/testkit/doors'
import { createCustomer, signIn, type Customer } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'

const MINUTE_MS = 60_000
const set = (token: string, body: object) => call('POST', '/v1/enduser/me/password', { token, body })
const person = async () => createCustomer(await createMerchant(), { signIn: { password: true } })
const enter = ({ orgId, email }: Customer, password: string) => knock('password', { orgId, email, password })
const me = async (token: string) => (await call('GET', '/v1/enduser/me', { token })).status
/** The access token of a sign-in that happened `minutes` ago. */
const entered = async (customer: Customer, door: Door, minutes = 0) =>
  (await signIn(customer, { door, now: Date.now() - minutes * MINUTE_MS })).accessToken

/** contract/01-changes#bounds: "failures per account whatever the address" */
test.group('guesses at a password of an end user, from many networks', () => {
  test('make its sign-in slower and are told by one mail; nobody is locked out', async ({ assert }) => {
    using _ = lowered({ loginFailuresPerDay: 3 })
    const pauses: number[] = []
    class Noting extends EnterByPassword {
      protected override async pause(ms: number) {
        pauses.push(ms)
      }
    }
    const enterByPassword = await app.container.make(Noting)
    const customer = await person()
    const password = newSecret()
    await set(customer.token, { newPassword: password })
    const portal = (await new FindOpenPortal().ofOrg(customer.orgId))!
    let network = 0
    const guess = (text: string) =>
      enterByPassword
        .execute(portal, customer.email, text, { ip: `198.51.100.${++network}`, userAgent: null })
        .then(
          () => 'OK',
          (error: { reason?: string; message: string }) => error.reason ?? error.message
        )
    const told = async () =>
      (await mailsTo(customer.email)).filter(({ subject }) => subject.includes('guess your password'))
    for (let one = 0; one < 3; one++) assert.equal(await guess('a wrong password'), 'UNAUTHORIZED')
    assert.deepEqual(pauses, [])
    assert.lengthOf(await told(), 0)
    for (let one = 0; one < 3; one++) assert.equal(await guess('a wrong password'), 'UNAUTHORIZED')
    assert.lengthOf(pauses, 3)
    assert.lengthOf(await told(), 1)
    assert.equal(await guess(password), 'OK')
  })
})

/** contract/09-end-users#92-getting-in: "Passwords" */
test.group('the own password', () => {
  test('is set after a fresh proof of the address; the other sign-ins end, and a mail tells of it', async ({
    assert,
  }) => {
    const customer = await person()
    const other = await signIn(customer)
    const newPassword = newSecret()
    const answer = await set(customer.token, { newPassword })
    assert.equal(answer.status, 200)
    assert.containSubset(answer.body.data.endUser, { id: customer.id, hasPassword: true })
    assert.equal(await me(customer.token), 200)
    assert.equal(await me(other.accessToken), 401)
    assert.equal((await knock('refresh', other)).status, 401)
    assert.equal((await enter(customer, newPassword)).status, 200)
    const mails = await mailsTo(customer.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0].subject, 'password')
    assert.notInclude(mails[0].text, newPassword)
  })

  test('is set without the current one by a code, a link and an invite of the last 10 minutes', async ({
    assert,
  }) => {
    const customer = await person()
    const doors = ['code', 'link', 'invite', 'password', 'exchange', 'portalLink'] as const
    for (const door of doors) {
      const proves = ['code', 'link', 'invite'].includes(door)
      const token = await entered(customer, door, 9)
      const { status, body } = await set(token, { newPassword: newSecret() })
      assert.equal(status, proves ? 200 : 401, door)
      if (!proves) assert.equal(body.error.code, 'UNAUTHORIZED')
      const late = await set(await entered(customer, door, 11), { newPassword: newSecret() })
      assert.equal(late.status, 401, `${door}, late`)
    }
  })

  test('else needs the current one, which is worth nothing afterwards', async ({ assert }) => {
    const customer = await person()
    const [first, second] = [newSecret(), newSecret()]
    const none = await set(await entered(customer, 'code', 11), {
      newPassword: first,
      currentPassword: first,
    })
    assert.equal(none.body.error.code, 'UNAUTHORIZED')
    assert.equal((await set(customer.token, { newPassword: first })).status, 200)
    const token = await entered(customer, 'password')
    const wrong = await set(token, { newPassword: second, currentPassword: second })
    assert.equal(wrong.body.error.code, 'UNAUTHORIZED')
    assert.equal((await set(token, { newPassword: second, currentPassword: first })).status, 200)
    assert.equal((await enter(customer, first)).status, 401)
    assert.equal((await enter(customer, second)).status, 200)
  })

  test('works at the door at once, where others were tried before', async ({ assert }) => {
    const customer = await person()
    using _ = lowered({ endUserLoginPer15Minutes: 2 })
    for (const status of [401, 401, 429]) assert.equal((await enter(customer, 'a guess')).status, status)
    const newPassword = newSecret()
    assert.equal((await set(customer.token, { newPassword })).status, 200)
    assert.equal((await enter(customer, newPassword)).status, 200)
  })

  test('of two that race with one current password one is set', async ({ assert }) => {
    const customer = await person()
    const currentPassword = newSecret()
    await set(customer.token, { newPassword: currentPassword })
    const tokens = [await entered(customer, 'password'), await entered(customer, 'password')]
    const answers = await Promise.all(
      tokens.map((token) => set(token, { newPassword: newSecret(), currentPassword }))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  })

  test('keeps the rules of passwords, and has a window', async ({ assert }) => {
    const { token, email } = await person()
    for (const newPassword of ['short', 'password1234', email]) {
      const { body } = await set(token, { newPassword })
      assert.equal(body.error.code, 'VALIDATION_ERROR', newPassword)
      assert.equal(body.error.details![0].field, 'newPassword')
    }
    assert.equal((await set(token, { password: newSecret() })).body.error.code, 'VALIDATION_ERROR')
    assert.lengthOf(await mailsTo(email), 0)
    using _ = lowered({ endUserLoginPer15Minutes: 0 })
    assert.equal((await set(token, { newPassword: newSecret() })).body.error.code, 'RATE_LIMITED')
  })
})
