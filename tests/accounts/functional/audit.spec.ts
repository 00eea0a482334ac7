import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import ResetAccess from '#accounts/actions/reset_access'
import { rows } from '#kernel/database/sql'
import { signAccessToken } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { enableTotp } from '#tests/testkit/totp'

test.group('audit log of accounts', () => {
  test('what a member changes about his account stands in each of his orgs, and in no other', async ({
    assert,
  }) => {
    const [owner, stranger] = [await createMerchant(), await createMerchant()]
    const member = await createMember(owner, 'MEMBER')
    const { token, email, userId } = member
    const post = (path: string, body?: object) => call('POST', path, { token, body })
    const { backupCodes } = await enableTotp(member)
    await post('/v1/dashboard/me/totp/backup-codes', { code: 'wrong' })
    const renewed = await post('/v1/dashboard/me/totp/backup-codes', { code: backupCodes[0] })
    const [code] = renewed.body.data.backupCodes
    await post('/v1/dashboard/me/totp/disable', { password: PASSWORD, code })
    const newPassword = 'another fine phrase'
    await post('/v1/dashboard/me/password', { currentPassword: 'wrong wrong', newPassword })
    await post('/v1/dashboard/me/password', { currentPassword: PASSWORD, newPassword })
    await call('POST', '/v1/auth/forgot-password', { body: { email } })
    const reset = { token: await mailedToken(email, 'new password'), password: 'a third fine phrase' }
    await call('POST', '/v1/auth/reset-password', { body: reset })

    const trail = await auditTrail(owner)
    const expected = [
      'password_reset',
      'password_changed',
      'totp_disabled',
      'backup_codes_renewed',
      'totp_enabled',
    ]
    assert.deepEqual(
      trail.map(({ action }) => action),
      expected.map((change) => `user.${change}`)
    )
    for (const entry of trail) {
      assert.deepEqual(entry.actor, { type: 'user', id: userId, email })
      assert.equal(entry.subjectId, userId)
      assert.isString(entry.ip)
    }
    // The reset has ended all earlier tokens.
    const signedIn = await call('POST', '/v1/auth/login', { body: { email, password: reset.password } })
    const { accessToken } = signedIn.body.data.tokens
    const own = await auditTrail({ ...member, token: accessToken })
    assert.deepEqual(
      own.map(({ action }) => action),
      ['signed_in', ...expected].map((change) => `user.${change}`)
    )
    assert.equal(own[0].requestId, signedIn.headers.get('x-request-id'))
    assert.deepEqual(await auditTrail(stranger), [])
    for (const secret of [newPassword, reset.token, code]) assert.notInclude(JSON.stringify(trail), secret)
  })

  test('what an operator does at the terminal is not said to be done by the user', async ({ assert }) => {
    const merchant = await createMerchant()
    const reset = await app.container.make(ResetAccess)
    await reset.password(merchant.email, 'an entirely new passphrase')
    await rows(db.connection(), `update users set totp_secret = 'on' where id = ?`, [merchant.userId])
    await reset.secondFactor(merchant.email)
    const trail = await auditTrail({
      ...merchant,
      token: await signAccessToken(merchant.userId, Date.now(), 1),
    })
    const operator = { type: 'system', id: null, email: null }
    assert.deepEqual(
      trail.slice(0, 2).map(({ action, actor, subjectId }) => [action, actor, subjectId]),
      [
        ['user.totp_disabled', operator, merchant.userId],
        ['user.password_reset', operator, merchant.userId],
      ]
    )
  })
})
