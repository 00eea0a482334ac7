import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import RefreshSession from '#accounts/actions/refresh_session'
import IssueSession from '#accounts/actions/issue_session'
import { passwordCost } from '#config/hash'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { call } from '#tests/testkit/api'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

const OTHER = 'another fine phrase'
const DAY = 24 * 3600 * 1000
const login = (email: string, password = PASSWORD) =>
  call('POST', '/v1/auth/login', { body: { email, password } })
const me = (token: string) => call('GET', '/v1/dashboard/me', { token })
const changePassword = (token: string, headers?: Record<string, string>, newPassword = OTHER) =>
  call('POST', '/v1/dashboard/me/password', {
    token,
    headers,
    body: { currentPassword: PASSWORD, newPassword },
  })

const CLIENT = { ip: '203.0.113.7', userAgent: null }

test.group('access tokens of before a new password', () => {
  test('end at once when it is changed; the new pair and later sign-ins are good', async ({ assert }) => {
    const { email, token: old } = await createMerchant()
    const { accessToken: other } = (await login(email)).body.data.tokens
    const changed = await changePassword(old)
    assert.equal(changed.status, 200)
    for (const token of [old, other]) {
      const refused = await me(token)
      assert.equal(refused.status, 401)
      assert.equal(refused.body.error.code, 'UNAUTHORIZED')
      const write = await call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Late' } })
      assert.equal(write.status, 401)
    }
    assert.equal((await me(changed.body.data.tokens.accessToken)).status, 200)
    const { accessToken, refreshToken } = (await login(email, OTHER)).body.data.tokens
    assert.equal((await me(accessToken)).status, 200)
    const renewed = await call('POST', '/v1/auth/refresh', { body: { refreshToken } })
    assert.equal((await me(renewed.body.data.tokens.accessToken)).status, 200)
  })

  test('end at once when it is reset', async ({ assert }) => {
    const { email, token } = await createMerchant()
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    assert.equal((await me(token)).status, 200)
    const body = { token: await mailedToken(email, 'new password'), password: OTHER }
    assert.equal((await call('POST', '/v1/auth/reset-password', { body })).status, 200)
    assert.equal((await me(token)).status, 401)
  })

  test('replay the change that ended them, and open nothing else', async ({ assert }) => {
    const { token } = await createMerchant()
    const headers = { 'idempotency-key': 'change-of-password' }
    const first = await changePassword(token, headers)
    const again = await changePassword(token, headers)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(
      (await changePassword(token, headers, 'a third fine phrase')).body.error.code,
      'IDEMPOTENCY_KEY_REUSE'
    )
    assert.equal((await changePassword(token, { 'idempotency-key': 'another-change' })).status, 401)
    const right = { currentPassword: OTHER, newPassword: 'a third fine phrase' }
    const fresh = await call('POST', '/v1/dashboard/me/password', { token, body: right })
    assert.equal(fresh.body.error.code, 'UNAUTHORIZED')
  })
})

test.group('how long a sign-in lasts', () => {
  test('90 days however often it is renewed; its list shows when it was', async ({ assert }) => {
    const { userId } = await createMerchant()
    const issue = new IssueSession()
    const refresh = new RefreshSession(issue)
    const start = Date.now() - 89.5 * DAY
    let { refreshToken } = await transaction((trx) => issue.execute(trx, userId, {}, start))
    for (let day = 20; day < 90; day += 20) {
      refreshToken = (await refresh.execute(refreshToken, CLIENT, start + day * DAY)).refreshToken
    }
    // The prune job does this in the background.
    await rows(db.connection(), 'delete from refresh_sessions where user_id = ? and used_at is not null', [
      userId,
    ])
    const last = await firstRow<{ signedInAt: Date; expiresAt: Date }>(
      db.connection(),
      `select signed_in_at as "signedInAt", expires_at as "expiresAt" from refresh_sessions where user_id = ?`,
      [userId]
    )
    assert.equal(last!.signedInAt.getTime(), Math.floor(start))
    assert.equal(last!.expiresAt.getTime(), Math.floor(start) + 90 * DAY)
    refreshToken = (await refresh.execute(refreshToken, CLIENT, start + 89.9 * DAY)).refreshToken
    await assert.rejects(() => refresh.execute(refreshToken, CLIENT, start + 90 * DAY), /sign in again/)
  })
})

test.group('password hashes', () => {
  test('cost at least what OWASP asks for, and fit into the memory that is allowed', async ({ assert }) => {
    for (const environment of ['development', 'production'] as const) {
      const { cost, blockSize, parallelization } = passwordCost(environment)
      assert.isAtLeast(cost * blockSize * parallelization, 2 ** 14 * 8 * 5)
    }
    const hasher = new Scrypt({ ...passwordCost('production'), maxMemory: 33_554_432 })
    assert.isTrue(await hasher.verify(await hasher.make(PASSWORD), PASSWORD))
  })

  test('that were made more cheaply are made anew at the next sign-in, also at several at once', async ({
    assert,
  }) => {
    const { email, userId } = await createMerchant()
    const stored = async () =>
      (await firstRow<{ hash: string }>(
        db.connection(),
        'select password_hash as hash from users where id = ?',
        [userId]
      ))!.hash
    const cheap = await new Scrypt({ cost: 512 }).make(PASSWORD)
    await rows(db.connection(), 'update users set password_hash = ? where id = ?', [cheap, userId])
    assert.equal((await login(email, 'a wrong password')).status, 401)
    assert.equal(await stored(), cheap)
    const answers = await Promise.all([login(email), login(email), login(email)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200]
    )
    assert.match(await stored(), new RegExp(`^\\$scrypt\\$n=${passwordCost('test').cost},`))
    const made = await stored()
    assert.equal((await login(email)).status, 200)
    assert.equal(await stored(), made)
  })
})
