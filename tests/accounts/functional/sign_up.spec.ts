import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailedToken, mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

const register = (body: object = {}, path = '/v1/auth/register') =>
  call('POST', path, { body: { email: `${newId()}@example.com`, password: PASSWORD, ...body } })

/** Changes SIGNUP until the end of a test. */
function signUp(signup: typeof accounts.signup): Disposable {
  const before = accounts.signup
  accounts.signup = signup
  return { [Symbol.dispose]: () => void (accounts.signup = before) }
}

const PATHS = ['/v1/auth/register', '/api/auth/register']

test.group('who may sign up', () => {
  test('nobody where it is closed, at {$self}')
    .with(PATHS)
    .run(async ({ assert }, path) => {
      using _ = signUp('closed')
      const answer = await register({}, path)
      assert.equal(answer.status, 403)
      assert.equal(answer.body.error.code, 'FORBIDDEN')
    })

  test('people with an open invite where they are invited, at {$self}')
    .with(PATHS)
    .run(async ({ assert }, path) => {
      using _ = signUp('invited')
      assert.equal((await register({}, path)).body.error.code, 'FORBIDDEN')
      const { orgId, token } = await createMerchant()
      const invites = `/v1/dashboard/orgs/${orgId}/invites`
      const [guest, other] = [`${newId()}@example.com`, `${newId()}@example.com`]
      for (const email of [guest, other]) {
        const sent = await call('POST', invites, { token, body: { email, role: 'MEMBER' } })
        const { id } = sent.body.data.invite
        if (email === other) await call('DELETE', `${invites}/${id}`, { token })
      }
      const joined = await register({ email: guest.toUpperCase() }, path)
      assert.equal(joined.status, 201)
      const accepted = await call('POST', '/v1/dashboard/invites/accept', {
        token: joined.body.data.tokens.accessToken,
        body: { token: await mailedToken(guest, 'invites you') },
      })
      assert.equal(accepted.status, 200)
      assert.equal((await register({ email: other }, path)).status, 403)
    })
})

test.group('a new account', () => {
  test('has an org that is named after its person, not after the whole address')
    .with([
      [{ firstName: 'Ada' }, "Ada's org"],
      [{ firstName: '  ' }, "grace.h's org"],
      [{}, "grace.h's org"],
    ] as [object, string][])
    .run(async ({ assert }, [person, name]) => {
      const email = `grace.h@${newId()}.example.com`
      const { accessToken: token } = (await register({ ...person, email })).body.data.tokens
      const me = await call('GET', '/v1/dashboard/me', { token })
      assert.equal(me.body.data.orgs[0].name, name)
    })

  test('takes no names and addresses that could bring lines or links into a mail')
    .with([
      [{ firstName: 'Ada\r\nBcc: x@example.com' }, 'firstName'],
      [{ lastName: 'see https://evil.example' }, 'lastName'],
      [{ firstName: '\u202eadA' }, 'firstName'],
      [{ email: '"Your account\nis locked"@example.com' }, 'email'],
      [{ email: '"Unlock now"@example.com' }, 'email'],
    ] as [object, string][])
    .run(async ({ assert }, [change, field]) => {
      const answer = await register(change)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details![0].field, field)
    })

  test('gets the mail that confirms its address again, five times a day, until it is confirmed', async ({
    assert,
  }) => {
    const { email, token } = await createMerchant()
    const again = () => call('POST', '/v1/dashboard/me/verify-email', { token })
    assert.equal((await again()).status, 200)
    const verify = { token: await mailedToken(email, 'Confirm') }
    for (let one = 0; one < 4; one++) await again()
    const limited = await again()
    assert.equal(limited.body.error.code, 'RATE_LIMITED')
    assert.equal(limited.headers.get('retry-after'), '86400')
    assert.lengthOf(await mailsTo(email), 5)
    assert.equal((await call('POST', '/v1/auth/verify-email', { body: verify })).status, 200)
  })

  test('gets no such mail once it is confirmed: CONFLICT', async ({ assert }) => {
    const { email, token } = await createMerchant()
    const again = () => call('POST', '/v1/dashboard/me/verify-email', { token })
    await again()
    const verify = { token: await mailedToken(email, 'Confirm') }
    await call('POST', '/v1/auth/verify-email', { body: verify })
    assert.equal((await again()).body.error.code, 'CONFLICT')
    assert.equal((await call('POST', '/v1/dashboard/me/verify-email')).status, 401)
  })
})
