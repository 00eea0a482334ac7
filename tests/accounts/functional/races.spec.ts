import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

const ROUNDS = 12
const OTHER = 'another fine phrase'

const login = (email: string, password = PASSWORD) =>
  call('POST', '/v1/auth/login', { body: { email, password } })
const refresh = (refreshToken: string) => call('POST', '/v1/auth/refresh', { body: { refreshToken } })
const refreshTokenOf = (answer: { body: { data: { tokens: { refreshToken: string } } } }) =>
  answer.body.data.tokens.refreshToken

/** True if an answer contained tokens that can still be renewed. */
async function lives(answer: Awaited<ReturnType<typeof refresh>>): Promise<boolean> {
  return answer.status === 200 && (await refresh(refreshTokenOf(answer))).status === 200
}

async function signedIn() {
  const { email, token } = await createMerchant()
  return { email, token, refreshToken: refreshTokenOf(await login(email)) }
}

/** Requests a password reset and returns the token of its mail. */
async function resetToken(email: string) {
  await call('POST', '/v1/auth/forgot-password', { body: { email } })
  return mailedToken(email, 'new password')
}

test.group('sessions that are made while they are ended', (group) => {
  group.each.timeout(60_000)
  group.tap((test) => test.tags(['@once']))

  test('the reuse of a traded token ends the family, whatever else is traded meanwhile', async ({
    assert,
  }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { refreshToken: old } = await signedIn()
      const current = refreshTokenOf(await refresh(old))
      const [reused, traded] = await Promise.all([refresh(old), refresh(current)])
      assert.equal(reused.status, 401)
      assert.oneOf(traded.status, [200, 401])
      assert.isFalse(await lives(traded), `round ${round}`)
    }
  })

  test('{$self} ends a session that is being renewed')
    .with(['sessions', 'sessions/:id', 'logout'] as const)
    .run(async ({ assert }, what) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { email, token, refreshToken } = await signedIn()
        const { sessions } = (await call('GET', '/v1/dashboard/me/sessions', { token })).body.data
        const newest = sessions[0].id as string
        const end = {
          sessions: () => call('DELETE', '/v1/dashboard/me/sessions', { token }),
          'sessions/:id': () => call('DELETE', `/v1/dashboard/me/sessions/${newest}`, { token }),
          logout: () => call('POST', '/v1/auth/logout', { body: { refreshToken } }),
        }[what]
        const [ended, renewed] = await Promise.all([end(), refresh(refreshToken)])
        assert.oneOf(ended.status, [200, 401], email)
        assert.isFalse(await lives(renewed), `round ${round}`)
      }
    })

  test('no sign-in with the old password outlives {$self}')
    .with(['a reset', 'a change'] as const)
    .run(async ({ assert }, what) => {
      using _ = lowered({ loginPer15Minutes: -1, passwordResetPerHour: -1 })
      for (let round = 0; round < 4; round++) {
        const { email, token } = await createMerchant()
        const body = { token: what === 'a reset' ? await resetToken(email) : '', password: OTHER }
        const change =
          what === 'a reset'
            ? () => call('POST', '/v1/auth/reset-password', { body })
            : () =>
                call('POST', '/v1/dashboard/me/password', {
                  token,
                  body: { currentPassword: PASSWORD, newPassword: OTHER },
                })
        const late = async (ms: number) => {
          await pause(ms)
          return login(email)
        }
        const [changed, ...logins] = await Promise.all([change(), ...[0, 20, 40, 60, 90].map(late)])
        assert.equal(changed.status, 200)
        for (const answer of logins) assert.isFalse(await lives(answer), `round ${round}`)
      }
    })
})

test.group('writers of one account that meet', (group) => {
  group.each.timeout(60_000)
  group.tap((test) => test.tags(['@once']))

  test('a change of password and a refresh wait for each other', async ({ assert }) => {
    for (let round = 0; round < 6; round++) {
      const { token, refreshToken } = await signedIn()
      const body = { currentPassword: PASSWORD, newPassword: OTHER }
      const [changed, renewed] = await Promise.all([
        call('POST', '/v1/dashboard/me/password', { token, body }),
        refresh(refreshToken),
      ])
      assert.equal(changed.status, 200)
      assert.oneOf(renewed.status, [200, 401])
    }
  })

  test('of two links of one user one resets', async ({ assert }) => {
    using _ = lowered({ passwordResetPerHour: -1 })
    for (let round = 0; round < 4; round++) {
      const { email } = await createMerchant()
      const tokens = [await resetToken(email), await resetToken(email)]
      const answers = await Promise.all(
        tokens.map((token) => call('POST', '/v1/auth/reset-password', { body: { token, password: OTHER } }))
      )
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 401]
      )
    }
  })

  test('a change of password and the end of an org wait for each other', async ({ assert }) => {
    for (let round = 0; round < 6; round++) {
      const { token } = await createMerchant()
      const made = await call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Second' } })
      const { id: orgId } = made.body.data.org
      await call('POST', '/v1/dashboard/active-org', { token, body: { orgId } })
      const body = { currentPassword: PASSWORD, newPassword: OTHER }
      const [changed, ended, chosen] = await Promise.all([
        call('POST', '/v1/dashboard/me/password', { token, body }),
        call('DELETE', `/v1/dashboard/orgs/${orgId}`, { token }),
        call('POST', '/v1/dashboard/active-org', { token, body: { orgId } }),
      ])
      assert.equal(changed.status, 200)
      // The old token ends with the change, so later calls with it are refused.
      assert.oneOf(ended.status, [200, 401])
      assert.oneOf(chosen.status, [200, 401, 404])
    }
  })
})
