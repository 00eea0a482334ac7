import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { quotas } from '#config/quotas'
import { recordAudit } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import type { LicenseFate } from '#licensing/rules/license_fate'
import { call } from '#tests/testkit/api'
import { askForCode, enterByCode, knock } from '#tests/testkit/doors'
import { foundInDump } from '#tests/testkit/dump'
import { createCustomer, createEndUser, openPortal } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { bind, heldBy, openSession } from '#tests/testkit/own_licenses'

const people = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/end-users`

function erase(merchant: Merchant, id: string, query = '') {
  return call('DELETE', `${people(merchant)}/${id}${query}`, { token: merchant.token })
}

/** The stored licenses of an org. */
function licensesOf({ orgId }: Merchant) {
  return rows<{ id: string; status: string; owner: string | null }>(
    db.connection(),
    `select id, status, end_user_id as owner from licenses where org_id = ? order by id`,
    [orgId]
  )
}

async function scene(licenses: number) {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const seeded = await seedLicenses(merchant, licenses)
  const ids = seeded.map(({ id }) => id)
  await rows(db.connection(), `update licenses set end_user_id = ? where id = any(?::uuid[])`, [
    customer.id,
    ids,
  ])
  return { merchant, customer, ids }
}

function eventsOf({ orgId }: Merchant, name: string) {
  return rows<{ data: object }>(
    db.connection(),
    `select data from outbox_events where org_id = ? and name = ? order by id`,
    [orgId, name]
  )
}

/** contract/09-end-users#96-the-merchants-side */
test.group('erasing an end user', () => {
  test('leaves nothing that names the person in any row', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, token } = merchant
    await openPortal(merchant)
    const tag = newId().slice(-12)
    const email = `jane-${tag}@example.net`
    const ip = `2001:db8::${tag.slice(0, 4)}:${tag.slice(4, 8)}:${tag.slice(8)}`
    const person = { username: `user-${tag}`, firstName: `First-${tag}`, lastName: `Last-${tag}` }
    const texts = [email, ip, ...Object.values(person), `note-${tag}`, `Subject ${tag}`, `Body ${tag}`]
    const made = await call('POST', people(merchant), {
      token,
      body: { email, ...person, metadata: { note: `note-${tag}` } },
    })
    const { id } = made.body.data.endUser
    assert.equal((await call('POST', `${people(merchant)}/invites`, { token, body: { email } })).status, 201)
    const entered = await enterByCode(orgId, email)
    assert.equal(entered.status, 200)
    assert.equal(entered.body.data.endUser.id, id)
    const own = entered.body.data.tokens.accessToken as string
    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    const redeemed = await call('POST', '/v1/enduser/licenses/redeem', {
      token: own,
      body: { licenseKey: license.key },
    })
    assert.equal(redeemed.status, 200)
    const ticket = await call('POST', '/v1/enduser/tickets', {
      token: own,
      body: { subject: `Subject ${tag}`, body: `Body ${tag} of ${email}` },
      headers: { 'idempotency-key': `ticket_${newId()}` },
    })
    assert.equal(ticket.status, 201)
    const messages = `/v1/dashboard/tickets/${ticket.body.data.ticket.id}/messages`
    assert.equal((await call('POST', messages, { token, body: { body: `Dear ${email}` } })).status, 201)
    for (const verb of ['ban', 'unban']) {
      assert.equal((await call('POST', `${people(merchant)}/${id}/${verb}`, { token, body: {} })).status, 200)
    }
    await askForCode(orgId, email).catch(() => null)
    await bind(license.id, 'IP', [ip])
    await openSession(license.id, 'one', { hwid: 'device', ip })
    await rows(db.connection(), `update end_user_sessions set ip = ? where end_user_id = ?`, [ip, id])
    const origin = { actor: { type: 'endUser', id }, ip, requestId: null } as const
    await transaction((trx) =>
      recordAudit(trx, origin, { orgId, action: 'ticket.closed', subject: null }, Date.now())
    )
    const before = await foundInDump(texts)
    assert.sameMembers(Object.keys(before), texts)
    assert.includeMembers(before[email], ['end_users', 'end_user_challenges', 'end_user_invites'])
    assert.isNotEmpty(await mailsTo(email))
    const kept = await rows(db.connection(), `select 1 from idempotency_keys where scope = ?`, [
      `endUser:${id}`,
    ])
    assert.lengthOf(kept, 1)

    const answer = await erase(merchant, id)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.data, { id })
    assert.deepEqual(await foundInDump(texts), {})
    assert.isEmpty(await mailsTo(email))
    assert.isEmpty(
      await rows(db.connection(), `select 1 from idempotency_keys where scope = ?`, [`endUser:${id}`])
    )
    assert.equal((await call('GET', '/v1/enduser/me', { token: own })).body.error.code, 'UNAUTHORIZED')
    const { endUser } = (await call('GET', `${people(merchant)}/${id}`, { token })).body.data
    assert.containSubset(endUser, { id, email: null, username: null, metadata: {}, sessions: [] })
    assert.isNotNull(endUser.erasedAt)
    assert.deepEqual(await eventsOf(merchant, 'end_user.deleted'), [{ data: { endUserId: id } }])
    const audit = await rows<{ data: object; actor: string }>(
      db.connection(),
      `select data, actor_type as actor from audit_entries where org_id = ? and action = 'end_user.erased'`,
      [orgId]
    )
    assert.deepEqual(audit, [{ data: { licenses: 'keep' }, actor: 'user' }])
    assert.deepEqual(await heldBy(license.id), { bindings: [], sessions: ['one'] })
  })

  for (const fate of ['keep', 'revoke', 'delete'] as const satisfies LicenseFate[]) {
    test(`with licenses: ${fate}`, async ({ assert }) => {
      const { merchant, customer, ids } = await scene(3)
      const [other] = await seedLicenses(merchant, 1)
      await bind(ids[0], 'HWID', ['device'])
      await bind(ids[0], 'IP', ['192.0.2.1'])
      await bind(other.id, 'IP', ['192.0.2.2'])
      assert.equal((await erase(merchant, customer.id, `?licenses=${fate}`)).status, 200)
      const left = (await licensesOf(merchant)).filter(({ id }) => id !== other.id)
      const status = fate === 'revoke' ? 'REVOKED' : 'ACTIVE'
      const expected = fate === 'delete' ? [] : ids.toSorted().map((id) => ({ id, status, owner: null }))
      assert.deepEqual(left, expected)
      if (fate !== 'delete') assert.deepEqual((await heldBy(ids[0])).bindings, ['device'])
      assert.deepEqual((await heldBy(other.id)).bindings, ['192.0.2.2'])
      const timeline = await rows<{ type: string; actor: string }>(
        db.connection(),
        `select distinct type, actor_type as actor from license_events where license_id = any(?::uuid[]) order by 1`,
        [ids]
      )
      const types = { keep: ['updated'], revoke: ['revoked', 'updated'], delete: ['deleted'] }[fate]
      assert.deepEqual(
        timeline.filter(({ type }) => type !== 'license.created'),
        types.map((type) => ({ type: `license.${type}`, actor: 'user' }))
      )
    })

    test(`of somebody with more than a thousand is an operation, with licenses: ${fate}`, async ({
      assert,
    }) => {
      const { merchant, customer, ids } = await scene(1001)
      await bind(ids[1000], 'IP', ['192.0.2.1'])
      const answer = await erase(merchant, customer.id, `?licenses=${fate}`)
      assert.equal(answer.status, 202)
      const { id, operation } = answer.body.data
      assert.equal(id, customer.id)
      assert.equal(
        answer.headers.get('location'),
        `/v1/dashboard/orgs/${merchant.orgId}/operations/${operation.id}`
      )
      assert.containSubset(operation, { params: { endUserId: id, licenses: fate } })
      const me = await call('GET', '/v1/enduser/me', { token: customer.token })
      assert.equal(me.body.error.code, 'UNAUTHORIZED')
      const outcome = await runToEnd(operation.id)
      assert.containSubset(outcome, { status: 'completed', succeeded: 1001, failed: 0 })
      await runToEnd(operation.id)
      const left = await licensesOf(merchant)
      assert.lengthOf(left, fate === 'delete' ? 0 : 1001)
      for (const license of left) {
        assert.isNull(license.owner)
        assert.equal(license.status, fate === 'revoke' ? 'REVOKED' : 'ACTIVE')
      }
      assert.isEmpty((await heldBy(ids[1000])).bindings)
      const name = fate === 'delete' ? 'license.deleted' : 'license.updated'
      assert.lengthOf(await eventsOf(merchant, name), 1001)
    }).timeout(30_000)
  }

  test('without room for the operation erases nothing', async ({ assert, cleanup }) => {
    const { merchant, customer } = await scene(1001)
    const before = quotas.openOperationsPerOrg
    cleanup(() => void (quotas.openOperationsPerOrg = before))
    quotas.openOperationsPerOrg = 0
    const { status, body } = await erase(merchant, customer.id)
    assert.deepEqual([status, body.error.code], [403, 'LIMIT_REACHED'])
    assert.equal((await call('GET', '/v1/enduser/me', { token: customer.token })).status, 200)
    assert.isEmpty(await eventsOf(merchant, 'end_user.deleted'))
  })

  test('needs somebody of the org who is still there', async ({ assert }) => {
    const { merchant, customer } = await scene(0)
    const stranger = await createEndUser(await createMerchant())
    const gone = await createEndUser(merchant)
    await rows(db.connection(), `update end_users set merged_into = ? where id = ?`, [customer.id, gone.id])
    const code = async (id: string, query = '') => (await erase(merchant, id, query)).body.error?.code
    assert.equal(await code(stranger.id), 'USER_NOT_FOUND')
    assert.equal(await code(newId()), 'USER_NOT_FOUND')
    assert.equal(await code(gone.id), 'CONFLICT')
    assert.equal(await code(customer.id, '?licenses=sell'), 'VALIDATION_ERROR')
    assert.isUndefined(await code(customer.id))
    assert.equal(await code(customer.id), 'CONFLICT')
  })

  test('takes the traces of those who were merged into them', async ({ assert }) => {
    const { merchant, customer } = await scene(0)
    const source = await createCustomer(merchant)
    const ip = '2001:db8::77:1'
    await rows(db.connection(), `update end_user_sessions set ip = ? where end_user_id = ?`, [ip, source.id])
    const merged = await call('POST', `${people(merchant)}/${customer.id}/merge`, {
      token: merchant.token,
      body: { fromId: source.id },
    })
    assert.equal(merged.status, 200)
    assert.deepEqual(await foundInDump([ip]), { [ip]: ['end_user_sessions'] })
    assert.equal((await erase(merchant, customer.id)).status, 200)
    assert.deepEqual(await foundInDump([ip]), {})
  })

  test('at once with a sign-in leaves no way in', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    for (let round = 0; round < 5; round++) {
      const { id, email } = await createEndUser(merchant)
      const { challengeToken, code } = await askForCode(merchant.orgId, email)
      const [entered, erased] = await Promise.all([
        knock('code/verify', { challengeToken, code }),
        erase(merchant, id),
      ])
      assert.equal(erased.status, 200)
      assert.oneOf(entered.status, [200, 401])
      if (entered.status === 200) {
        const { accessToken: token, refreshToken } = entered.body.data.tokens
        assert.equal((await call('GET', '/v1/enduser/me', { token })).body.error.code, 'UNAUTHORIZED')
        assert.equal((await knock('refresh', { refreshToken })).status, 401)
      }
      assert.deepEqual(await foundInDump([email]), {})
    }
  })
})
