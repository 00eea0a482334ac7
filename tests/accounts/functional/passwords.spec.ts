import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import ResetAccess from '#accounts/actions/reset_access'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { mailedToken, mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

const register = (body: object) => call('POST', '/v1/auth/register', { body })
const login = (email: string, password: string) =>
  call('POST', '/v1/auth/login', { body: { email, password } })

test.group('register', () => {
  test('makes a user with a personal org, signed in, and mails a link', async ({ assert }) => {
    const email = `${newId()}@Example.com`
    const answer = await register({ email, password: PASSWORD, firstName: 'Ada', lastName: 'L' })
    assert.equal(answer.status, 201)
    const { user, tokens } = answer.body.data
    assert.deepInclude(user, { email: email.toLowerCase(), emailVerified: false })
    const me = await call('GET', '/v1/dashboard/me', { token: tokens.accessToken })
    assert.deepInclude(me.body.data.user, { firstName: 'Ada', lastName: 'L', totpEnabled: false })
    assert.lengthOf(me.body.data.orgs, 1)
    assert.equal(me.body.data.orgs[0].role, 'OWNER')

    const token = await mailedToken(user.email, 'Confirm')
    const verified = await call('POST', '/v1/auth/verify-email', { body: { token } })
    assert.deepEqual(verified.body.data.user, { id: user.id, email: user.email, emailVerified: true })
    assert.equal((await call('POST', '/v1/auth/verify-email', { body: { token } })).status, 401)
  })

  test('refuses a bad field by name')
    .with([
      [{ email: 'no address' }, 'email'],
      [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
      [{ email: undefined }, 'email'],
      [{ password: 'too short' }, 'password'],
      [{ password: 'x1y2'.repeat(33) }, 'password'],
      [{ password: 'Password1234' }, 'password'],
      [{ password: 'aaaabbbbcccc' }, 'password'],
      [{ password: '4815162342' }, 'password'],
      [{ password: 'HarryPotter' }, 'password'],
      [{ password: 12_345_678_901 }, 'password'],
      [{ firstName: 'x'.repeat(101) }, 'firstName'],
      [{ useCookies: 'yes' }, 'useCookies'],
    ] as [object, string][])
    .run(async ({ assert }, [change, field]) => {
      const answer = await register({ email: `${newId()}@example.com`, password: PASSWORD, ...change })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details![0].field, field)
    })

  test('a password has up to 128 characters, even if they repeat', async ({ assert }) => {
    const status = async (password: string) =>
      (await register({ email: `${newId()}@example.com`, password })).status
    assert.equal(await status('x'.repeat(128)), 201)
    assert.equal(await status('x'.repeat(129)), 400)
    assert.equal(await status('xyz'.repeat(6)), 400)
  })

  test('a known address is CONFLICT, also for ten at once', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register({ email, password: PASSWORD }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      1
    )
    const lost = answers.filter(({ status }) => status !== 201)
    assert.isTrue(lost.every(({ status, body }) => status === 409 && body.error.code === 'CONFLICT'))
  })

  test('nothing but its fields is taken over', async ({ assert }) => {
    const email = `${newId()}@example.com`
    const answer = await register({ email, password: PASSWORD, platformAdmin: true, emailVerified: true })
    const me = await call('GET', '/v1/dashboard/me', { token: answer.body.data.tokens.accessToken })
    assert.deepInclude(me.body.data.user, { platformAdmin: false, emailVerified: false })
  })
})

test.group('forgotten and changed passwords', () => {
  test('a link resets once and ends all sessions', async ({ assert }) => {
    const { email } = await createMerchant()
    const { refreshToken } = (await login(email, PASSWORD)).body.data.tokens
    const forgot = await call('POST', '/v1/auth/forgot-password', { body: { email: email.toUpperCase() } })
    assert.equal(forgot.status, 200)
    const token = await mailedToken(email, 'new password')
    const reset = () =>
      call('POST', '/v1/auth/reset-password', { body: { token, password: 'another fine phrase' } })
    const weak = await call('POST', '/v1/auth/reset-password', { body: { token, password: 'password123' } })
    assert.equal(weak.status, 400)
    assert.equal((await reset()).status, 200)
    assert.equal((await reset()).status, 401)
    assert.equal((await call('POST', '/v1/auth/refresh', { body: { refreshToken } })).status, 401)
    assert.equal((await login(email, PASSWORD)).status, 401)
    assert.equal((await login(email, 'another fine phrase')).status, 200)
    assert.isTrue((await mailsTo(email)).some(({ subject }) => subject === 'Your password was changed'))
  })

  test('an unknown address gets the same answer and no mail', async ({ assert }) => {
    const { email } = await createMerchant()
    const nobody = `${newId()}@example.com`
    const known = await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const unknown = await call('POST', '/v1/auth/forgot-password', { body: { email: nobody } })
    assert.deepEqual(unknown.body, known.body)
    assert.equal(unknown.status, 200)
    assert.lengthOf(await mailsTo(nobody), 0)
  })

  test('a change needs the current password and gives a new pair', async ({ assert }) => {
    const { email, token } = await createMerchant()
    const { refreshToken } = (await login(email, PASSWORD)).body.data.tokens
    const change = (currentPassword: string, newPassword: string) =>
      call('POST', '/v1/dashboard/me/password', { token, body: { currentPassword, newPassword } })
    const wrong = await change('not my password', 'another fine phrase')
    assert.equal(wrong.status, 401)
    const weak = await change(PASSWORD, 'qwertyuiop')
    assert.equal(weak.body.error.details![0].field, 'newPassword')
    const changed = await change(PASSWORD, 'another fine phrase')
    assert.equal(changed.status, 200)
    assert.sameMembers(Object.keys(changed.body.data.tokens), ['accessToken', 'refreshToken'])
    assert.equal((await call('POST', '/v1/auth/refresh', { body: { refreshToken } })).status, 401)
    assert.equal((await login(email, 'another fine phrase')).status, 200)
  })
})

test.group('limits of attempts', () => {
  const limited = (answer: Awaited<ReturnType<typeof call>>, seconds: string) =>
    answer.status === 429 &&
    answer.body.error.code === 'RATE_LIMITED' &&
    answer.headers.get('retry-after') === seconds

  test('wrong passwords, per address and email; a success starts over', async ({ assert }) => {
    using _ = lowered({ loginPer15Minutes: 2 })
    const [{ email }, other] = [await createMerchant(), await createMerchant()]
    assert.equal((await login(email, 'wrong password')).status, 401)
    assert.equal((await login(email, PASSWORD)).status, 200)
    assert.equal((await login(email, 'wrong password')).status, 401)
    assert.equal((await login(email, 'wrong password')).status, 401)
    assert.isTrue(limited(await login(email, PASSWORD), '900'))
    assert.equal((await login(other.email, PASSWORD)).status, 200)
  })

  test('a reset by mail starts over too, so that the new password works at once', async ({ assert }) => {
    using _ = lowered({ loginPer15Minutes: 2, passwordResetPerHour: -1 })
    const { email } = await createMerchant()
    for (const status of [401, 401, 429]) assert.equal((await login(email, 'a guess')).status, status)
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const body = { token: await mailedToken(email, 'new password'), password: 'another fine phrase' }
    assert.equal((await call('POST', '/v1/auth/reset-password', { body })).status, 200)
    assert.equal((await login(email, 'another fine phrase')).status, 200)
  })

  test('guesses made at the same time are all counted', async ({ assert }) => {
    using _ = lowered({ loginPer15Minutes: 3 })
    const { email } = await createMerchant()
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, 'wrong password')))
    assert.lengthOf(
      answers.filter(({ status }) => status === 401),
      3
    )
  })

  test('sign-ups and password resets', async ({ assert }) => {
    using _ = lowered({ signupPerHour: 0, passwordResetPerHour: 0 })
    assert.isTrue(limited(await register({ email: `${newId()}@example.com`, password: PASSWORD }), '3600'))
    assert.equal((await register({ email: `${newId()}@example.com`, password: 'short' })).status, 400)
    assert.equal((await register({ email: `${newId()}@example.com`, password: 'password123' })).status, 400)
    const body = { email: `${newId()}@example.com` }
    assert.isTrue(limited(await call('POST', '/v1/auth/forgot-password', { body }), '3600'))
  })

  test('a reset unlinks accounts elsewhere that were linked before the address was confirmed, and no later ones', async ({
    assert,
  }) => {
    const reset = await app.container.make(ResetAccess)
    for (const confirmed of ['never', 'after', 'before'] as const) {
      const { email, userId } = await createMerchant()
      const ago = { never: null, after: 1, before: 3 }[confirmed]
      const confirmedAt = ago && new Date(Date.now() - ago * 60_000)
      await rows(db.connection(), 'update users set email_verified_at = ? where id = ?', [
        confirmedAt,
        userId,
      ])
      await rows(
        db.connection(),
        `insert into linked_accounts (user_id, provider, subject, created_at) values (?, 'local', ?, now() - interval '2 min')`,
        [userId, newId()]
      )
      await reset.password(email, 'an entirely new passphrase')
      const linked = await rows(db.connection(), 'select 1 from linked_accounts where user_id = ?', [userId])
      assert.lengthOf(linked, confirmed === 'before' ? 1 : 0)
      const told = await rows<{ data: object }>(
        db.connection(),
        `select data from audit_entries where subject_id = ? and action = 'user.account_unlinked'`,
        [userId]
      )
      assert.deepEqual(told, confirmed === 'before' ? [] : [{ data: { provider: 'local' } }])
    }
  })
})
