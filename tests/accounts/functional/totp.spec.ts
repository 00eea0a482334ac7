import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { enableTotp, totpCode } from '#tests/testkit/totp'

const login = (email: string) => call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
const verify = (challengeToken: string, code: string) =>
  call('POST', '/v1/auth/totp/verify-login', { body: { challengeToken, code } })
const challengeFor = async (email: string) => (await login(email)).body.data.challengeToken as string

test.group('second factor', () => {
  test('setup gives a secret and a picture, and changes nothing until a code came', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, email } = merchant
    const { data } = (await call('POST', '/v1/dashboard/me/totp/setup', { token })).body
    assert.sameMembers(Object.keys(data), ['secret', 'otpauthUrl', 'qrCodeDataUrl'])
    assert.match(data.otpauthUrl, /^otpauth:\/\/totp\/.+secret=/)
    assert.match(data.qrCodeDataUrl, /^data:image\/png;base64,/)
    assert.property((await login(email)).body.data, 'tokens')
    const wrong = await call('POST', '/v1/dashboard/me/totp/enable', { token, body: { code: '000000' } })
    assert.equal(wrong.status, 401)
    // As apps show it.
    const code = (await totpCode(data.secret)).replace(/^.../, '$& ')
    const enabled = await call('POST', '/v1/dashboard/me/totp/enable', { token, body: { code } })
    assert.equal(enabled.status, 200)
    assert.lengthOf(new Set(enabled.body.data.backupCodes) as never, 10)
    const stored = await firstRow(db.connection(), 'select * from users where id = ?', [merchant.userId])
    assert.notInclude(JSON.stringify(stored), data.secret)
  })

  test('login gives a challenge; a code ends it, once', async ({ assert }) => {
    const merchant = await createMerchant()
    const { secret } = await enableTotp(merchant)
    const first = await login(merchant.email)
    assert.equal(first.status, 200)
    assert.sameMembers(Object.keys(first.body.data), ['requires2FA', 'challengeToken', 'user'])
    assert.deepEqual(first.body.data.user, { id: merchant.userId, email: merchant.email })
    const code = await totpCode(secret)
    const { challengeToken } = first.body.data
    assert.equal((await verify(challengeToken, '12345')).status, 401)
    const signedIn = await verify(challengeToken, code)
    assert.equal(signedIn.status, 200)
    assert.sameMembers(Object.keys(signedIn.body.data), ['user', 'tokens'])
    assert.equal((await verify(challengeToken, await totpCode(secret, 1))).status, 401)
    const replay = await verify(await challengeFor(merchant.email), code)
    assert.equal(replay.status, 401)
    assert.equal(replay.body.error.code, 'UNAUTHORIZED')
    assert.equal((await verify(await challengeFor(merchant.email), await totpCode(secret, 1))).status, 200)
  })

  test('50 times: one backup code on five challenges at once signs in once', async ({ assert }) => {
    const merchant = await createMerchant()
    let { backupCodes } = await enableTotp(merchant)
    for (let round = 0; round < 50; round++) {
      if (backupCodes.length === 1) backupCodes = await renew(merchant.token, backupCodes[0])
      const code = backupCodes.pop()!
      const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeFor(merchant.email)))
      const answers = await Promise.all(challenges.map((one) => verify(one, code)))
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
    }
  })
    .timeout(60_000)
    .tags(['@once'])

  test('20 times: one TOTP code on four challenges at once signs in once', async ({ assert }) => {
    for (let round = 0; round < 20; round++) {
      const merchant = await createMerchant()
      const { secret } = await enableTotp(merchant)
      const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(merchant.email)))
      const code = await totpCode(secret)
      const answers = await Promise.all(challenges.map((one) => verify(one, code)))
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
    }
  }).timeout(60_000)

  test('a challenge takes 5 tries and lives 5 minutes', async ({ assert }) => {
    const merchant = await createMerchant()
    const { secret } = await enableTotp(merchant)
    const challenge = await challengeFor(merchant.email)
    for (let tries = 0; tries < 5; tries++) await verify(challenge, 'AAAAA-AAAAA')
    assert.equal((await verify(challenge, await totpCode(secret))).status, 401)
    const old = await challengeFor(merchant.email)
    await rows(db.connection(), 'update login_challenges set expires_at = now() where user_id = ?', [
      merchant.userId,
    ])
    assert.equal((await verify(old, await totpCode(secret))).status, 401)
  })

  test('too many codes of one user are RATE_LIMITED', async ({ assert }) => {
    using _ = lowered({ totpPer15Minutes: 1 })
    const merchant = await createMerchant()
    const { secret } = await enableTotp(merchant)
    const wrong = await totpCode(secret, 100)
    assert.equal((await verify(await challengeFor(merchant.email), wrong)).status, 401)
    const limited = await verify(await challengeFor(merchant.email), await totpCode(secret))
    assert.equal(limited.status, 429)
    assert.equal(limited.headers.get('retry-after'), '900')
  })

  test('disabling needs password and code; backup codes can be renewed', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, email } = merchant
    const { backupCodes } = await enableTotp(merchant)
    const disable = (password: string, code: string) =>
      call('POST', '/v1/dashboard/me/totp/disable', { token, body: { password, code } })
    const renewed = await renew(token, backupCodes[0])
    assert.equal((await disable(PASSWORD, backupCodes[1])).status, 401)
    assert.equal((await disable('wrong password', renewed[0])).status, 401)
    assert.equal((await disable(PASSWORD, renewed[0].toLowerCase())).status, 200)
    assert.property((await login(email)).body.data, 'tokens')
    assert.equal((await disable(PASSWORD, renewed[1])).status, 409)
  })

  test('turning on twice or without setup, and new backup codes while it is off, are CONFLICT', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    for (const name of ['enable', 'backup-codes']) {
      const early = await call('POST', `/v1/dashboard/me/totp/${name}`, { token, body: { code: '123456' } })
      assert.deepEqual([early.status, early.body.error.code], [409, 'CONFLICT'], name)
    }
    await enableTotp(merchant)
    assert.equal((await call('POST', '/v1/dashboard/me/totp/setup', { token })).status, 409)
  })
})

async function renew(token: string, code: string): Promise<string[]> {
  const answer = await call('POST', '/v1/dashboard/me/totp/backup-codes', { token, body: { code } })
  return answer.body.data.backupCodes
}
