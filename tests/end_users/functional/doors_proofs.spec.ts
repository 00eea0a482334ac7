import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { newId } from '#kernel/secrets/ids'
import { hashNewPassword } from '#kernel/secrets/passwords'
import { knock } from '#tests/testkit/doors'
import { createEndUser, openPortal, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'

const set = (change: string, id: string) =>
  rows(db.connection(), `update end_users set ${change} where id = ?`, [id])

async function stage() {
  const merchant = await createMerchant()
  await openPortal(merchant, { signIn: { password: true, licenseKey: true } })
  return merchant
}

/** contract/09-end-users#92-getting-in */
test.group('the door of passwords', () => {
  async function withPassword({ proved = true } = {}) {
    const merchant = await stage()
    const endUser = await createEndUser(merchant, { proved })
    const hash = await hashNewPassword(PASSWORD, endUser.email, newId())
    await rows(db.connection(), 'update end_users set password_hash = ? where id = ?', [hash, endUser.id])
    const enter = (change: object = {}) =>
      knock('password', { orgId: merchant.orgId, email: endUser.email, password: PASSWORD, ...change })
    return { merchant, ...endUser, enter }
  }

  test('opens with the right one for a proved address', async ({ assert }) => {
    const { id, email, enter } = await withPassword()
    const answer = await enter({ email: email.toUpperCase() })
    assert.equal(answer.status, 200)
    assert.containSubset(answer.body.data, { created: false, endUser: { id, hasPassword: true } })
    const token = await verifyEndUserToken(answer.body.data.tokens.accessToken)
    assert.containSubset(token, { subject: id, door: 'password', licenseId: null })
  })

  test('says the same for a wrong one, an unknown address and an unproved one', async ({ assert }) => {
    const { enter } = await withPassword()
    const unproved = await withPassword({ proved: false })
    const elsewhere = await withPassword()
    const refused = [
      await enter({ password: 'wrong horse battery' }),
      await enter({ email: 'nobody@example.net' }),
      await enter({ email: elsewhere.email }),
      await unproved.enter(),
    ]
    for (const { body, status } of refused) {
      assert.equal(status, 401)
      assert.deepEqual(body.error.message, refused[0].body.error.message)
    }
  })

  test('has all other refusals', async ({ assert }) => {
    const { merchant, id, enter } = await withPassword()
    const code = async (change: object) => (await enter(change)).body.error.code
    await set('banned_at = now()', id)
    assert.equal(await code({ password: 'wrong horse battery' }), 'UNAUTHORIZED')
    assert.equal(await code({}), 'USER_BANNED')
    assert.equal(await code({ orgId: newId() }), 'ORG_NOT_FOUND')
    assert.equal(await code({ orgId: 'none' }), 'VALIDATION_ERROR')
    assert.equal(await code({ password: 1 }), 'VALIDATION_ERROR')
    {
      using _ = lowered({ endUserLoginPer15Minutes: 0 })
      assert.equal(await code({ password: 1 }), 'RATE_LIMITED')
    }
    await openPortal(merchant, { signIn: { password: false } })
    assert.equal(await code({ password: 1 }), 'FORBIDDEN')
  })

  test('counts the tries of one address together, however its domain is spelled', async ({ assert }) => {
    const { enter } = await withPassword()
    using _ = lowered({ endUserLoginPer15Minutes: 1 })
    const code = async (domain: string) => (await enter({ email: `bo@${domain}` })).body.error.code
    assert.equal(await code('münchen.example'), 'UNAUTHORIZED')
    assert.equal(await code('xn--mnchen-3ya.example'), 'RATE_LIMITED')
  })
})

test.group('the door of license keys', () => {
  test('opens one license, without a word about its owner', async ({ assert }) => {
    const merchant = await stage()
    const [license] = await seedLicenses(merchant, 1)
    const endUser = await createEndUser(merchant)
    await own(endUser, license.id)
    const answer = await knock('license-key', { orgId: merchant.orgId, licenseKey: license.key })
    assert.equal(answer.status, 200)
    const { createdAt, ...profile } = answer.body.data.endUser
    assert.isString(createdAt)
    assert.deepEqual(profile, {
      id: endUser.id,
      ...{ email: null, emailVerified: false, username: null, externalId: null, firstName: null },
      ...{ lastName: null, locale: null, marketingConsent: false, hasPassword: false, eraseAt: null },
    })
    const token = await verifyEndUserToken(answer.body.data.tokens.accessToken)
    assert.containSubset(token, { subject: endUser.id, licenseId: license.id, door: 'licenseKey' })
    const { refreshToken } = answer.body.data.tokens
    const renewed = await knock('refresh', { refreshToken })
    const next = await verifyEndUserToken(renewed.body.data.tokens.accessToken)
    assert.containSubset(next, { subject: endUser.id, licenseId: license.id })
  })

  test('opens a license that nobody owns, also by a generated key that was misread', async ({ assert }) => {
    const merchant = await stage()
    const [license] = await seedLicenses(merchant, 1, { key: '01ABC-DEFGH-JKMNP-QRSTV-WXYZ0' })
    const licenseKey = 'oIabc defgh jkmnp qrstv wxyzO'
    const answer = await knock('license-key', { orgId: merchant.orgId, licenseKey })
    assert.isNull(answer.body.data.endUser)
    const { accessToken, refreshToken } = answer.body.data.tokens
    assert.containSubset(await verifyEndUserToken(accessToken), {
      subject: license.id,
      licenseId: license.id,
    })
    assert.equal((await knock('refresh', { refreshToken })).status, 200)
    assert.equal((await knock('refresh', { refreshToken })).status, 401)
  })

  test('has all refusals', async ({ assert }) => {
    const merchant = await stage()
    const other = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const [revoked] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const [foreign] = await seedLicenses(other, 1)
    const endUser = await createEndUser(merchant)
    await own(endUser, license.id)
    await set('banned_at = now()', endUser.id)
    const code = async (licenseKey: unknown, orgId = merchant.orgId) =>
      (await knock('license-key', { orgId, licenseKey })).body.error.code
    assert.equal(await code(license.key), 'USER_BANNED')
    assert.equal(await code(revoked.key), 'UNAUTHORIZED')
    assert.equal(await code(foreign.key), 'UNAUTHORIZED')
    assert.equal(await code('NO-SUCH-KEY'), 'UNAUTHORIZED')
    assert.equal(await code(1), 'VALIDATION_ERROR')
    assert.equal(await code(license.key, newId()), 'ORG_NOT_FOUND')
    assert.equal(await code(foreign.key, other.orgId), 'FORBIDDEN')
    {
      using _ = lowered({ endUserLoginPer15Minutes: 0 })
      assert.equal(await code(1), 'RATE_LIMITED')
    }
    await openPortal(merchant, { signIn: { licenseKey: false } })
    assert.equal(await code(license.key), 'FORBIDDEN')
  })
})
