import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { hashSecret, signAccessToken } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'

type Tokens = { accessToken: string; refreshToken: string }

async function signIn({ email }: Merchant): Promise<Tokens> {
  const { body } = await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
  return body.data.tokens
}

const refresh = (refreshToken: string) => call('POST', '/v1/auth/refresh', { body: { refreshToken } })

test.group('refresh', () => {
  test('gives a new pair, and the old token is worth nothing', async ({ assert }) => {
    const first = await signIn(await createMerchant())
    const answer = await refresh(first.refreshToken)
    assert.equal(answer.status, 200)
    assert.sameMembers(Object.keys(answer.body.data), ['tokens'])
    assert.sameMembers(Object.keys(answer.body.data.tokens), ['accessToken', 'refreshToken'])
    const me = await call('GET', '/v1/dashboard/me', { token: answer.body.data.tokens.accessToken })
    assert.equal(me.status, 200)
    const again = await refresh(first.refreshToken)
    assert.equal(again.status, 401)
    assert.equal(again.body.error.code, 'UNAUTHORIZED')
  })

  test('a used token that comes again ends its whole family, and no other', async ({ assert }) => {
    const merchant = await createMerchant()
    const first = await signIn(merchant)
    const other = await signIn(merchant)
    const second = (await refresh(first.refreshToken)).body.data.tokens as Tokens
    await refresh(first.refreshToken)
    assert.equal((await refresh(second.refreshToken)).status, 401)
    assert.equal((await refresh(other.refreshToken)).status, 200)
  })

  test('50 times: of five simultaneous uses exactly one wins', async ({ assert }) => {
    const merchant = await createMerchant()
    for (let round = 0; round < 50; round++) {
      const { refreshToken } = await signIn(merchant)
      const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)))
      const won = answers.filter(({ status }) => status === 200)
      assert.lengthOf(won, 1)
      const others = answers.filter(({ status }) => status !== 200 && status !== 401)
      assert.deepEqual(others, [])
      assert.equal((await refresh(won[0].body.data.tokens.refreshToken)).status, 401)
    }
  })
    .timeout(60_000)
    .tags(['@once'])

  test('unknown, expired and missing tokens are refused', async ({ assert }) => {
    assert.equal((await refresh('nonsense')).status, 401)
    const { refreshToken } = await signIn(await createMerchant())
    await rows(db.connection(), `update refresh_sessions set expires_at = now() where token_hash = ?`, [
      hashSecret(refreshToken),
    ])
    assert.equal((await refresh(refreshToken)).status, 401)
    const missing = await call('POST', '/v1/auth/refresh', { body: {} })
    assert.equal(missing.status, 400)
    assert.equal(missing.body.error.details![0].field, 'refreshToken')
  })

  test('an access token past its exp is EXPIRED_TOKEN', async ({ assert }) => {
    const { userId } = await createMerchant()
    const token = await signAccessToken(userId, Date.now() - 16 * 60_000)
    const answer = await call('GET', '/v1/dashboard/me', { token })
    assert.equal(answer.status, 401)
    assert.equal(answer.body.error.code, 'EXPIRED_TOKEN')
  })
})

test.group('logout and sessions', () => {
  test('logout ends the refresh token at once and the access token lives on', async ({ assert }) => {
    const { accessToken, refreshToken } = await signIn(await createMerchant())
    const logout = () => call('POST', '/v1/auth/logout', { token: accessToken, body: { refreshToken } })
    assert.equal((await logout()).status, 200)
    assert.equal((await refresh(refreshToken)).status, 401)
    assert.equal((await call('GET', '/v1/dashboard/me', { token: accessToken })).status, 200)
    assert.equal((await logout()).status, 200)
    assert.equal((await call('POST', '/v1/auth/logout', { body: { refreshToken: 'unknown' } })).status, 401)
  })

  test('lists show where and when, and no secret; one or all can be ended', async ({ assert }) => {
    const merchant = await createMerchant()
    const [first, second, third] = [await signIn(merchant), await signIn(merchant), await signIn(merchant)]
    const { token } = merchant
    const { sessions } = (await call('GET', '/v1/dashboard/me/sessions', { token })).body.data
    assert.lengthOf(sessions, 3)
    const shown = ['id', 'current', 'userAgent', 'address', 'createdAt', 'lastUsedAt', 'expiresAt']
    assert.sameMembers(Object.keys(sessions[0]), shown)
    const path = `/v1/dashboard/me/sessions/${sessions[0].id}`
    const ended = await call('DELETE', path, { token })
    assert.deepEqual(ended.body, { ok: true, data: { id: sessions[0].id } })
    assert.equal((await refresh(third.refreshToken)).status, 401)
    const renewed = (await refresh(second.refreshToken)).body.data.tokens as Tokens
    const all = await call('DELETE', '/v1/dashboard/me/sessions', { token })
    assert.deepEqual(all.body.data, { revoked: 2 })
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await refresh(renewed.refreshToken)).status, 401)
  })

  test('lists say which session asks, with which program, from where and when it was used last', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { email } = merchant
    const agent = `A browser ${'x'.repeat(300)}`
    const headers = { 'user-agent': agent }
    const login = { headers, body: { email, password: PASSWORD } }
    const first = (await call('POST', '/v1/auth/login', login)).body.data.tokens as Tokens
    const second = await signIn(merchant)
    const listed = async (token: string) =>
      (await call('GET', '/v1/dashboard/me/sessions', { token })).body.data.sessions as {
        [name: string]: unknown
      }[]
    const [newest, oldest] = await listed(first.accessToken)
    assert.deepInclude(oldest, { current: true, userAgent: agent.slice(0, 256), address: '127.0.0.1' })
    assert.deepInclude(newest, { current: false, address: '127.0.0.1' })
    // A renewal belongs to the same sign-in: it keeps the place and the creation time, and gets the user agent of the
    // program that renews it.
    const renewed = (await refresh(first.refreshToken)).body.data.tokens as Tokens
    const [other, mine] = await listed(renewed.accessToken)
    assert.deepInclude(mine, { current: true, createdAt: oldest.createdAt })
    assert.notEqual(mine.userAgent, oldest.userAgent)
    assert.isAtLeast(Date.parse(mine.lastUsedAt as string), Date.parse(oldest.lastUsedAt as string))
    assert.isFalse(other.current)
    // A token of an earlier release does not name its session and remains valid.
    const old = await signAccessToken(merchant.userId)
    assert.deepEqual(
      (await listed(old)).map(({ current }) => current),
      [false, false]
    )
    await call('DELETE', `/v1/dashboard/me/sessions/${mine.id as string}`, { token: old })
    assert.equal((await refresh(renewed.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 200)
  })

  test('pages show each sign-in once, also those that are renewed meanwhile', async ({ assert }) => {
    const merchant = await createMerchant()
    const [first, , third] = [await signIn(merchant), await signIn(merchant), await signIn(merchant)]
    const { token } = merchant
    const read = async (cursor: string) => {
      const path = `/v1/dashboard/me/sessions?limit=1&cursor=${cursor}`
      const { data } = (await call('GET', path, { token })).body
      return data as { sessions: { createdAt: string }[]; nextCursor: string | null }
    }
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { sessions, nextCursor } = await read(cursor)
      seen.push(...sessions.map(({ createdAt }) => createdAt))
      // Programs renew the one that was seen, and the one that comes last.
      if (cursor === '') for (const { refreshToken } of [third, first]) await refresh(refreshToken)
      cursor = nextCursor
    }
    const all = await rows<{ at: Date }>(
      db.connection(),
      `select signed_in_at as at from refresh_sessions where user_id = ? group by family_id, signed_in_at
       order by family_id desc`,
      [merchant.userId]
    )
    assert.deepEqual(
      seen,
      all.map(({ at }) => at.toISOString())
    )
  })

  test('a session of somebody else is NOT_FOUND and goes on', async ({ assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const { refreshToken } = await signIn(theirs)
    const list = await call('GET', '/v1/dashboard/me/sessions', { token: theirs.token })
    const path = `/v1/dashboard/me/sessions/${list.body.data.sessions[0].id}`
    const answer = await call('DELETE', path, { token: mine.token })
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error.code, 'NOT_FOUND')
    assert.equal((await refresh(refreshToken)).status, 200)
  })
})
