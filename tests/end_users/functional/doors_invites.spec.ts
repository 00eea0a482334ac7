import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { enterByCode, knock } from '#tests/testkit/doors'
import { createEndUser, openPortal, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'

/** An invite with its token, as if it had been mailed; it names who has the address, as a real one does. */
async function invite({ orgId }: Merchant, email: string, licenseIds: string[] = []) {
  const token = newSecret()
  await rows(
    db.connection(),
    `insert into end_user_invites (id, org_id, email, end_user_id, token_hash, license_ids, created_at, expires_at)
     values (?, ?, ?, (select id from end_users where org_id = ? and email = ?), ?, ?::uuid[], now(),
       now() + interval '7 days')`,
    [newId(), orgId, email, orgId, email, hashSecret(token), licenseIds]
  )
  return token
}

async function stage() {
  const merchant = await createMerchant()
  await openPortal(merchant, { signIn: { password: true } })
  return { merchant, email: `${newId()}@example.net` }
}

const accept = (token: unknown, more: object = {}) => knock('invites/accept', { token, ...more })
const stateOf = (id: string) =>
  rows(db.connection(), `select status, end_user_id as owner from licenses where id = ?`, [id])

/** contract/09-end-users#92-getting-in */
test.group('the door of invites', () => {
  test('makes the end user, takes the licenses and sets the password', async ({ assert }) => {
    const { merchant, email } = await stage()
    const [active, waiting, taken] = [
      ...(await seedLicenses(merchant, 1)),
      ...(await seedLicenses(merchant, 1, { status: 'PENDING' })),
      ...(await seedLicenses(merchant, 1)),
    ]
    const [foreign] = await seedLicenses(await createMerchant(), 1)
    const other = await createEndUser(merchant)
    await own(other, taken.id)
    const ids = [active, waiting, taken, foreign].map(({ id }) => id)
    const answer = await accept(await invite(merchant, email, ids), { password: PASSWORD })
    assert.equal(answer.status, 200)
    const { endUser, created, tokens } = answer.body.data
    assert.isTrue(created)
    assert.containSubset(endUser, { email, emailVerified: true, hasPassword: true })
    assert.containSubset(await verifyEndUserToken(tokens.accessToken), {
      subject: endUser.id,
      door: 'invite',
    })
    assert.deepEqual(await stateOf(active.id), [{ status: 'ACTIVE', owner: endUser.id }])
    assert.deepEqual(await stateOf(waiting.id), [{ status: 'ACTIVE', owner: endUser.id }])
    assert.deepEqual(await stateOf(taken.id), [{ status: 'ACTIVE', owner: other.id }])
    assert.deepEqual(await stateOf(foreign.id), [{ status: 'ACTIVE', owner: null }])
    const events = await rows<{ license: string; fields: string[] }>(
      db.connection(),
      `select data ->> 'licenseId' as license, data -> 'fields' as fields from outbox_events
       where org_id = ? and name = 'license.updated'`,
      [merchant.orgId]
    )
    assert.sameDeepMembers(events, [
      { license: active.id, fields: ['endUserId'] },
      { license: waiting.id, fields: ['status', 'endUserId'] },
    ])
    const body = { orgId: merchant.orgId, email, password: PASSWORD }
    assert.equal((await knock('password', body)).status, 200)
  })

  test('lets in an end user whom the merchant made, and passes by who only claimed it', async ({
    assert,
  }) => {
    const { merchant } = await stage()
    const made = await createEndUser(merchant, { proved: false })
    const first = await accept(await invite(merchant, made.email))
    assert.containSubset(first.body.data, { created: false, endUser: { id: made.id, emailVerified: true } })
    const claimer = await createEndUser(merchant, { proved: false })
    await signIn(claimer)
    const second = await accept(await invite(merchant, claimer.email))
    assert.isTrue(second.body.data.created)
    assert.notEqual(second.body.data.endUser.id, claimer.id)
  })

  test('takes its licenses from who only claimed the address, and no other of theirs', async ({ assert }) => {
    const { merchant } = await stage()
    const claimer = await createEndUser(merchant, { proved: false })
    await signIn(claimer)
    const [named, kept] = await seedLicenses(merchant, 2)
    for (const { id } of [named, kept]) await own(claimer, id)
    const answer = await accept(await invite(merchant, claimer.email, [named.id]))
    const { endUser, created } = answer.body.data
    assert.isTrue(created)
    assert.deepEqual(await stateOf(named.id), [{ status: 'ACTIVE', owner: endUser.id }])
    assert.deepEqual(await stateOf(kept.id), [{ status: 'ACTIVE', owner: claimer.id }])
    const events = await rows(
      db.connection(),
      `select data from outbox_events where org_id = ? and name = 'license.updated'`,
      [merchant.orgId]
    )
    assert.containSubset(events, [{ data: { licenseId: named.id, fields: ['endUserId'] } }])
    assert.lengthOf(events, 1)
  })

  test('takes them from who only claimed the address also when a code has proved it since the invite', async ({
    assert,
  }) => {
    const { merchant } = await stage()
    await openPortal(merchant, { registration: 'open' })
    const claimer = await createEndUser(merchant, { proved: false })
    await signIn(claimer)
    const [named, kept] = await seedLicenses(merchant, 2)
    for (const { id } of [named, kept]) await own(claimer, id)
    const token = await invite(merchant, claimer.email, [named.id])
    const { endUser } = (await enterByCode(merchant.orgId, claimer.email)).body.data
    assert.notEqual(endUser.id, claimer.id)
    assert.containSubset((await accept(token)).body.data, { created: false, endUser: { id: endUser.id } })
    assert.deepEqual(await stateOf(named.id), [{ status: 'ACTIVE', owner: endUser.id }])
    assert.deepEqual(await stateOf(kept.id), [{ status: 'ACTIVE', owner: claimer.id }])
  })

  test('takes them from who has claimed the address since the invite, whatever has proved it: {$self}')
    .with(['the acceptance', 'a code'] as const)
    .run(async ({ assert }, proof) => {
      const { merchant, email } = await stage()
      await openPortal(merchant, { registration: 'open' })
      const [named] = await seedLicenses(merchant, 1)
      const token = await invite(merchant, email, [named.id])
      const claimer = await createEndUser(merchant, { email, proved: false })
      await signIn(claimer)
      await own(claimer, named.id)
      if (proof === 'a code') await enterByCode(merchant.orgId, email)
      const { endUser } = (await accept(token)).body.data
      assert.notEqual(endUser.id, claimer.id)
      assert.deepEqual(await stateOf(named.id), [{ status: 'ACTIVE', owner: endUser.id }])
    })

  test('takes them also from the end user into whom the claimer was merged', async ({ assert }) => {
    const { merchant } = await stage()
    await openPortal(merchant, { registration: 'open' })
    const claimer = await createEndUser(merchant, { proved: false })
    await signIn(claimer)
    const [named] = await seedLicenses(merchant, 1)
    await own(claimer, named.id)
    const token = await invite(merchant, claimer.email, [named.id])
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const asMerchant = (path: string, body: object) => call('POST', path, { token: merchant.token, body })
    const { id } = (await asMerchant(people, { externalId: 'crm-1' })).body.data.endUser
    assert.equal((await asMerchant(`${people}/${id}/merge`, { fromId: claimer.id })).status, 200)
    const prover = (await enterByCode(merchant.orgId, claimer.email)).body.data.endUser
    assert.notEqual(prover.id, id)
    assert.equal((await accept(token)).status, 200)
    assert.deepEqual(await stateOf(named.id), [{ status: 'ACTIVE', owner: prover.id }])
  })

  test('takes none from who has got another address from the merchant since the invite', async ({
    assert,
  }) => {
    const { merchant } = await stage()
    await openPortal(merchant, { registration: 'open' })
    const earlier = await createEndUser(merchant, { proved: false })
    await signIn(earlier)
    const [named] = await seedLicenses(merchant, 1)
    await own(earlier, named.id)
    const token = await invite(merchant, earlier.email, [named.id])
    const email = `${newId()}@example.net`
    await rows(db.connection(), `update end_users set email = ? where id = ?`, [email, earlier.id])
    // The other address is taken off them too, which is no matter of this invite.
    for (const proved of [email, earlier.email]) await enterByCode(merchant.orgId, proved)
    assert.equal((await accept(token)).status, 200)
    assert.deepEqual(await stateOf(named.id), [{ status: 'ACTIVE', owner: earlier.id }])
  })

  test('another password ends the sign-ins there were, and a mail says so', async ({ assert }) => {
    const { merchant, email } = await stage()
    await accept(await invite(merchant, email), { password: PASSWORD })
    const before = await knock('password', { orgId: merchant.orgId, email, password: PASSWORD })
    const again = await accept(await invite(merchant, email), { password: 'seven green lamps' })
    assert.equal(again.status, 200)
    const { refreshToken } = before.body.data.tokens
    assert.equal((await knock('refresh', { refreshToken })).body.error.code, 'UNAUTHORIZED')
    assert.equal((await knock('refresh', again.body.data.tokens)).status, 200)
    assert.lengthOf(await mailsTo(email), 1)
  })

  test('of simultaneous acceptances one wins', async ({ assert }) => {
    const { merchant, email } = await stage()
    const token = await invite(merchant, email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('has all refusals', async ({ assert }) => {
    const { merchant, email } = await stage()
    const code = async (token: unknown, more: object = {}) => (await accept(token, more)).body.error.code
    const token = await invite(merchant, email)
    const change = (sql: string) =>
      rows(db.connection(), `update end_user_invites set ${sql} where token_hash = ?`, [hashSecret(token)])
    assert.equal(await code('nothing'), 'UNAUTHORIZED')
    assert.equal(await code(1), 'VALIDATION_ERROR')
    assert.equal(await code(token, { password: 'short' }), 'VALIDATION_ERROR')
    await change(`expires_at = now()`)
    assert.equal(await code(token), 'GONE')
    await change(`accepted_at = now()`)
    assert.equal(await code(token), 'CONFLICT')
    const banned = await createEndUser(merchant)
    await rows(db.connection(), 'update end_users set banned_at = now() where id = ?', [banned.id])
    assert.equal(await code(await invite(merchant, banned.email)), 'USER_BANNED')
    await openPortal(merchant, { enabled: false })
    assert.equal(await code(token), 'FORBIDDEN')
  })
})
