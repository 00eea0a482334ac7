import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import InviteEndUser from '#end_users/actions/invite_end_user'
import app from '@adonisjs/core/services/app'
import { SYSTEM } from '#kernel/audit/audit'
import { portalPage } from '#config/portal'
import { rows } from '#kernel/database/sql'
import { forgetAttempts } from '#kernel/limits/attempt_limits'
import { newId } from '#kernel/secrets/ids'
import { hashSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { createEndUser, openPortal, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailedToken, mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { peopleFamilies } from '#tests/testkit/people'

const WEEK = 7 * 24 * 3600 * 1000
const address = () => `${newId()}@example.net`

/** contract/09-end-users#96-the-merchants-side */
test.group('invites of end users', () => {
  test('go out by mail under the name of the portal, are listed and withdrawn', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { returnUrls: ['https://shop.example'], branding: { name: 'Acme' } })
    const [license] = await seedLicenses(merchant, 1)
    for (const { base, credential } of await peopleFamilies(merchant)) {
      const email = address()
      const body = { email: email.toUpperCase(), licenseIds: [license.id, license.id] }
      const made = await call('POST', `${base}/invites`, { ...credential, body })
      assert.equal(made.status, 201)
      const { invite } = made.body.data
      assert.containSubset(invite, { email, licenseIds: [license.id], acceptedAt: null })
      assert.equal(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt), WEEK)
      const token = await mailedToken(email, 'Acme')
      const [mail] = await mailsTo(email)
      assert.include(mail.text, `https://shop.example/#invite=${token}`)
      assert.notInclude(mail.text, 'Latchkey')
      const stored = await rows<{ hash: string }>(
        db.connection(),
        `select token_hash as hash from end_user_invites where org_id = ? and id = ?`,
        [merchant.orgId, invite.id]
      )
      assert.deepEqual(stored, [{ hash: hashSecret(token) }])
      assert.deepEqual((await call('GET', `${base}/invites?limit=1`, credential)).body.data.invites, [invite])
      const path = `${base}/invites/${invite.id}`
      assert.deepEqual((await call('DELETE', path, credential)).body.data, { id: invite.id })
      assert.equal((await call('DELETE', path, credential)).body.error.code, 'NOT_FOUND')
      const trail = await rows<{ action: string; data: unknown }>(
        db.connection(),
        `select action, data from audit_entries where org_id = ? and subject_id = ? order by id`,
        [merchant.orgId, invite.id]
      )
      assert.deepEqual(trail, [
        { action: 'end_user.invited', data: { licenseIds: [license.id] } },
        { action: 'end_user.invite_withdrawn', data: {} },
      ])
    }
  })

  test('lead to the page at the service where the portal names none', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const email = address()
    const [{ base, credential }] = await peopleFamilies(merchant)
    assert.equal((await call('POST', `${base}/invites`, { ...credential, body: { email } })).status, 201)
    const token = await mailedToken(email, 'invites you')
    assert.include((await mailsTo(email))[0].text, `${portalPage(merchant.orgId)}#invite=${token}`)
  })

  test('of one address: one is open, of any number that race', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const email = address()
    for (const { base, credential } of await peopleFamilies(merchant)) {
      const ask = () => call('POST', `${base}/invites`, { ...credential, body: { email } })
      const racing = await Promise.all(Array.from({ length: 5 }, ask))
      const refused = racing.filter(({ status }) => status !== 201)
      assert.lengthOf(refused, 4)
      for (const { body } of refused) assert.include(['CONFLICT', 'RATE_LIMITED'], body.error.code)
      const second = await ask()
      assert.deepEqual([second.status, second.body.error.code], [409, 'CONFLICT'])
      const open = await rows(db.connection(), `delete from end_user_invites where org_id = ? returning id`, [
        merchant.orgId,
      ])
      assert.lengthOf(open, 1)
      const third = await ask()
      assert.deepEqual([third.status, third.body.error.code], [429, 'RATE_LIMITED'])
      assert.equal(third.headers.get('retry-after'), '60')
      await forgetAttempts('endUserMail', `invite ${merchant.orgId} ${email}`)
    }
    assert.lengthOf(await mailsTo(email), 2)
  })

  test('give way to others once they have expired', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const email = address()
    const invite = await app.container.make(InviteEndUser)
    const first = await invite.execute(merchant.scope, { email }, SYSTEM, Date.now() - WEEK)
    const [{ base, credential }] = await peopleFamilies(merchant)
    await forgetAttempts('endUserMail', `invite ${merchant.orgId} ${email}`)
    const answer = await call('POST', `${base}/invites`, { ...credential, body: { email } })
    assert.equal(answer.status, 201)
    const { invites } = (await call('GET', `${base}/invites`, credential)).body.data
    assert.deepEqual(invites, [answer.body.data.invite])
    assert.notEqual(invites[0].id, first.id)
  })

  test('are refused for another license, a banned person and a closed portal', async ({ assert }) => {
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const [mine, foreign] = [await seedLicenses(merchant, 2), await seedLicenses(stranger, 1)]
    const [owner, banned] = [await createEndUser(merchant), await createEndUser(merchant)]
    await own(owner, mine[0].id)
    await rows(db.connection(), `update end_users set banned_at = now() where id = ?`, [banned.id])
    for (const { base, credential } of await peopleFamilies(merchant)) {
      const ask = async (email: string, licenseIds: string[] = []) => {
        const { status, body } = await call('POST', `${base}/invites`, {
          ...credential,
          body: { email, licenseIds },
        })
        return [status, body.error?.code, body.error?.details?.[0].field]
      }
      await openPortal(merchant, { enabled: false })
      assert.deepEqual(await ask(address()), [409, 'CONFLICT', undefined])
      await openPortal(merchant)
      const ids = [mine[1].id, foreign[0].id]
      assert.deepEqual(await ask(address(), ids), [404, 'LICENSE_NOT_FOUND', 'licenseIds.1'])
      assert.deepEqual(await ask(address(), [mine[0].id]), [409, 'LICENSE_NOT_OWNED', 'licenseIds.0'])
      assert.deepEqual(await ask(banned.email), [403, 'USER_BANNED', undefined])
      assert.deepEqual(await ask('nobody'), [400, 'VALIDATION_ERROR', 'email'])
      const many = Array.from({ length: 101 }, newId)
      assert.deepEqual(await ask(address(), many), [400, 'VALIDATION_ERROR', 'licenseIds'])
      await rows(db.connection(), `delete from end_user_invites where org_id = ?`, [merchant.orgId])
    }
    const [{ base, credential }] = await peopleFamilies(merchant)
    const body = { email: owner.email, licenseIds: [mine[0].id] }
    assert.equal((await call('POST', `${base}/invites`, { ...credential, body })).status, 201)
  })

  test('that were accepted, or are of another org, are not withdrawn', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    await openPortal(merchant)
    const invite = await app.container.make(InviteEndUser)
    const { id } = await invite.execute(merchant.scope, { email: address() }, SYSTEM)
    for (const { base, credential } of await peopleFamilies(stranger)) {
      assert.equal((await call('DELETE', `${base}/invites/${id}`, credential)).body.error.code, 'NOT_FOUND')
      assert.deepEqual((await call('GET', `${base}/invites`, credential)).body.data.invites, [])
    }
    await rows(db.connection(), `update end_user_invites set accepted_at = now() where id = ?`, [id])
    for (const { base, credential } of await peopleFamilies(merchant)) {
      assert.equal((await call('DELETE', `${base}/invites/${id}`, credential)).body.error.code, 'CONFLICT')
      assert.equal(
        (await call('DELETE', `${base}/invites/nothing`, credential)).body.error.code,
        'VALIDATION_ERROR'
      )
    }
  })
})
