import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { mailedProof, startChallenge } from '#tests/testkit/challenges'
import { askForCode, enterByCode, knock } from '#tests/testkit/doors'
import { createEndUser, openPortal, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { peopleFamilies } from '#tests/testkit/people'
import type { PortalPatch } from '#end_users/actions/change_portal'

const EMAIL = '/v1/enduser/me/email'

async function stage(settings: PortalPatch = {}) {
  const merchant = await createMerchant()
  await openPortal(merchant, settings)
  return { ...merchant, email: `${newId()}@example.net` }
}

const set = (change: string, id: string) =>
  rows(db.connection(), `update end_users set ${change} where id = ?`, [id])
const eventsOf = (orgId: string) =>
  rows<{ name: string; data: { endUserId: string } }>(
    db.connection(),
    `select name, data from outbox_events where org_id = ? and name like 'end\\_user.%' order by id`,
    [orgId]
  )

/** contract/09-end-users#92-getting-in: "Who a proved address is". */
test.group('a proved address at the door', () => {
  test('makes an end user of a proved address where registration is open, and not before', async ({
    assert,
  }) => {
    const { orgId, email } = await stage({ registration: 'open' })
    const { challengeToken, code } = await askForCode(orgId, email)
    const found = () => rows(db.connection(), 'select 1 from end_users where email = ?', [email])
    assert.lengthOf(await found(), 0)
    const answer = await knock('code/verify', { challengeToken, code })
    assert.isTrue(answer.body.data.created)
    assert.containSubset(answer.body.data.endUser, { email, emailVerified: true })
    const [event] = await eventsOf(orgId)
    assert.deepEqual(event, { name: 'end_user.created', data: { endUserId: answer.body.data.endUser.id } })
  })

  test('who was made by the merchant becomes the prover, with everything assigned', async ({ assert }) => {
    const merchant = await stage()
    const { id, email } = await createEndUser(merchant, { proved: false })
    const answer = await enterByCode(merchant.orgId, email)
    assert.containSubset(answer.body.data, { created: false, endUser: { id, emailVerified: true } })
    assert.deepEqual(await eventsOf(merchant.orgId), [
      { name: 'end_user.updated', data: { endUserId: id, fields: ['emailVerified'] } as never },
    ])
  })

  test('a sign-in by the key of an assigned license is no door of its owner', async ({ assert }) => {
    const merchant = await stage({ signIn: { licenseKey: true } })
    const { id, email } = await createEndUser(merchant, { proved: false })
    const [license] = await seedLicenses(merchant, 1)
    await own({ id, orgId: merchant.orgId }, license.id)
    const keyed = await knock('license-key', { orgId: merchant.orgId, licenseKey: license.key })
    assert.equal(keyed.body.data.endUser.id, id)
    const answer = await enterByCode(merchant.orgId, email)
    assert.containSubset(answer.body.data, { created: false, endUser: { id, emailVerified: true } })
  })

  test('somebody who claimed the address of a stranger inherits nothing: {$self}')
    .with(['password', 'external id', 'session'])
    .run(async ({ assert }, door) => {
      const merchant = await stage({ registration: 'open' })
      const claimer = await createEndUser(merchant, { proved: false })
      if (door === 'password') await set(`password_hash = 'x'`, claimer.id)
      else if (door === 'external id') await set(`external_id = 'x'`, claimer.id)
      else await signIn(claimer)
      const answer = await enterByCode(merchant.orgId, claimer.email)
      assert.isTrue(answer.body.data.created)
      assert.notEqual(answer.body.data.endUser.id, claimer.id)
      const [left] = await rows<{ email: string | null }>(
        db.connection(),
        'select email from end_users where id = ?',
        [claimer.id]
      )
      assert.isNull(left.email)
      const names = (await eventsOf(merchant.orgId)).map(({ name }) => name)
      assert.sameMembers(names, ['end_user.updated', 'end_user.created'])
      await openPortal(merchant, { registration: 'owners' })
      const again = await createEndUser(merchant, { proved: false })
      await set(`external_id = 'y'`, again.id)
      await knock('code', { orgId: merchant.orgId, email: again.email })
      assert.lengthOf(await mailsTo(again.email), 0)
    })

  test('somebody who claimed the address of a stranger ends no code of the stranger', async ({ assert }) => {
    const merchant = await stage({ registration: 'open' })
    const claimer = await createEndUser(merchant, { proved: false })
    const { accessToken } = await signIn(claimer)
    const { orgId } = merchant
    const asked = { orgId, purpose: 'sign_in', email: claimer.email, endUserId: null, page: null } as const
    const { challengeToken, code } = await startChallenge(asked)
    const left = await call('DELETE', '/v1/enduser/me/sessions', { token: accessToken })
    assert.equal(left.status, 200)
    const entered = await knock('code/verify', { challengeToken, code })
    assert.equal(entered.status, 200)
    assert.isTrue(entered.body.data.created)
  })

  test('an address that the merchant changed is proved after a portal link, and then opens the door of codes', async ({
    assert,
  }) => {
    const merchant = await stage()
    const [{ base, credential }] = await peopleFamilies(merchant)
    const signingIn = { orgId: merchant.orgId, purpose: 'sign_in', email: merchant.email } as const
    const enter = async () => {
      const { token } = await startChallenge({ ...signingIn, endUserId: null, page: null })
      return knock('link/verify', { token })
    }
    const { id } = await createEndUser(merchant)
    await signIn({ id, orgId: merchant.orgId })
    const patch = { ...credential, body: { email: merchant.email } }
    const patched = await call('PATCH', `${base}/${id}`, patch)
    assert.containSubset(patched.body.data.endUser, { email: merchant.email, emailVerified: false })
    assert.equal((await enter()).status, 401)
    const made = await call('POST', `${base}/${id}/portal-link`, { ...credential, body: {} })
    const token = made.body.data.portalLink.url.split('#token=')[1] as string
    const entered = await knock('link/verify', { token })
    const session = { token: entered.body.data.tokens.accessToken as string }
    const asked = await call('POST', EMAIL, { ...session, body: { email: merchant.email } })
    const { code } = await mailedProof(merchant.email)
    const proof = { challengeToken: asked.body.data.challengeToken as string, code }
    const confirmed = await call('POST', `${EMAIL}/confirm`, { ...session, body: proof })
    assert.containSubset(confirmed.body.data.endUser, { id, email: merchant.email, emailVerified: true })
    assert.containSubset((await enter()).body.data, { created: false, endUser: { id } })
  })

  test('racing proofs of one new address make one end user, at each org', async ({ assert }) => {
    const { orgId, email } = await stage({ registration: 'open' })
    const other = await stage({ registration: 'open' })
    const started = { purpose: 'sign_in', email, endUserId: null, page: null } as const
    const proofs = [
      await startChallenge({ ...started, orgId }),
      await startChallenge({ ...started, orgId }),
      await startChallenge({ ...started, orgId }),
      await startChallenge({ ...started, orgId: other.orgId }),
    ]
    const answers = await Promise.all(proofs.map(({ token }) => knock('link/verify', { token })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200]
    )
    const created = answers.map(({ body }) => body.data.created as boolean)
    assert.lengthOf(created.slice(0, 3).filter(Boolean), 1)
    assert.isTrue(created[3])
    const ids = answers.map(({ body }) => body.data.endUser.id as string)
    assert.equal(new Set(ids).size, 2)
    assert.equal(new Set(ids.slice(0, 3)).size, 1)
  })
})
