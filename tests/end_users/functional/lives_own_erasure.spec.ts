import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { quotas } from '#config/quotas'
import EraseDueEndUsers from '#end_users/actions/erase_due_end_users'
import EndUsersEraseJob from '#end_users/jobs/end_users_erase_job'
import PruneExpiredJob from '#system/maintenance/prune_expired_job'
import type { PortalPatch } from '#end_users/actions/change_portal'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { mailedProof, otherCode } from '#tests/testkit/challenges'
import { createCustomer, createEndUser, openPortal, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

const ERASURE = '/v1/enduser/me/erasure'
const DAY = 86_400_000

async function setUp(settings: PortalPatch = { erasure: 'self' }) {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant, settings)
  const { token } = customer
  const ask = (method: string, path = '', body?: unknown) =>
    call(method, `${ERASURE}${path}`, { token, body })
  return { merchant, customer, ask }
}

async function plan({ customer, ask }: Awaited<ReturnType<typeof setUp>>) {
  const { challengeToken } = (await ask('POST', '', {})).body.data
  const { code } = await mailedProof(customer.email)
  return ask('POST', '/confirm', { challengeToken, code })
}

function erasedOf({ orgId }: Merchant) {
  return rows<{ id: string }>(
    db.connection(),
    `select data->>'endUserId' as id from outbox_events where org_id = ? and name = 'end_user.deleted' order by id`,
    [orgId]
  )
}

function makeDue(ids: string[]) {
  return rows(
    db.connection(),
    `update end_users set erase_at = now() - interval '1 s' where id = any(?::uuid[])`,
    [ids]
  )
}

const eraseDue = async () => app.container.make(EraseDueEndUsers)

/** contract/09-end-users#94-the-end-user-himself-eu */
test.group('an end user who wants to be erased', () => {
  test('confirms by a mailed code, and is erased 7 days later', async ({ assert }) => {
    const made = await setUp()
    const { merchant, customer, ask } = made
    const started = await ask('POST', '', {})
    assert.equal(started.status, 202)
    const { challengeToken } = started.body.data
    const { code } = await mailedProof(customer.email)
    const wrong = await ask('POST', '/confirm', { challengeToken, code: otherCode(code) })
    assert.equal(wrong.body.error.code, 'UNAUTHORIZED')
    const before = Date.now()
    const confirmed = await ask('POST', '/confirm', { challengeToken, code })
    assert.equal(confirmed.status, 200)
    const dueAt = Date.parse(confirmed.body.data.erasure.dueAt)
    assert.isTrue(dueAt >= before + 7 * DAY && dueAt <= Date.now() + 7 * DAY)
    assert.equal((await ask('POST', '/confirm', { challengeToken, code })).status, 401)
    const me = (await call('GET', '/v1/enduser/me', { token: customer.token })).body.data.endUser
    assert.equal(Date.parse(me.eraseAt), dueAt)
    const erase = await eraseDue()
    await erase.execute(undefined, dueAt - 1)
    assert.isEmpty(await erasedOf(merchant))
    await erase.execute(undefined, dueAt)
    assert.deepEqual(await erasedOf(merchant), [{ id: customer.id }])
  })

  test('may call it off until then', async ({ assert }) => {
    const made = await setUp()
    assert.equal((await made.ask('DELETE')).body.error.code, 'NOT_FOUND')
    assert.equal((await plan(made)).status, 200)
    const off = await made.ask('DELETE')
    assert.deepEqual([off.status, off.body.data], [200, { id: made.customer.id }])
    await (await eraseDue()).execute(undefined, Date.now() + 8 * DAY)
    assert.isEmpty(await erasedOf(made.merchant))
  })

  test('cannot use the challenge of somebody else', async ({ assert }) => {
    const { merchant, customer, ask } = await setUp()
    const { challengeToken } = (await ask('POST', '', {})).body.data
    const { code } = await mailedProof(customer.email)
    const other = await createEndUser(merchant)
    const { accessToken: token } = await signIn(other)
    const answer = await call('POST', `${ERASURE}/confirm`, { token, body: { challengeToken, code } })
    assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    assert.equal((await ask('POST', '/confirm', { challengeToken: 'x', code })).status, 401)
  })

  test('gets one mail in a minute, and none at an unproved address', async ({ assert }) => {
    const { merchant, ask } = await setUp()
    assert.equal((await ask('POST', '', {})).status, 202)
    assert.equal((await ask('POST', '', {})).body.error.code, 'RATE_LIMITED')
    const { accessToken: token } = await signIn(await createEndUser(merchant, { proved: false }))
    const { error } = (await call('POST', ERASURE, { token, body: {} })).body
    assert.equal(error.code, 'CONFLICT')
  })

  test('is stopped by the windows before anything is read of the body', async ({ assert }) => {
    const made = await setUp()
    const code = async (path: string, body: object) => (await made.ask('POST', path, body)).body.error?.code
    assert.equal(await code('', { unknown: 1 }), 'VALIDATION_ERROR')
    assert.equal((await made.ask('POST', '', {})).status, 202)
    assert.equal(await code('', { unknown: 1 }), 'RATE_LIMITED')
    using _ = lowered({ endUserLoginPer15Minutes: 2, ticketsPerHour: 1 })
    const wrong = { challengeToken: 'x', code: '123456' }
    assert.equal(await code('/confirm', wrong), 'UNAUTHORIZED')
    assert.equal(await code('/confirm', {}), 'VALIDATION_ERROR')
    for (const body of [wrong, {}]) assert.equal(await code('/confirm', body), 'RATE_LIMITED')
    await openPortal(made.merchant, { erasure: 'request' })
    assert.equal((await made.ask('POST', '', {})).status, 201)
    assert.equal(await code('', { unknown: 1 }), 'RATE_LIMITED')
  })

  test('opens a ticket where the merchant erases', async ({ assert }) => {
    const { customer, ask } = await setUp({ erasure: 'request', tickets: false })
    const { status, body } = await ask('POST', '', {})
    assert.equal(status, 201)
    assert.containSubset(body.data.ticket, { endUserId: customer.id, status: 'open' })
    const answer = await ask('POST', '/confirm', { challengeToken: 'x', code: '123456' })
    assert.equal(answer.body.error.code, 'FORBIDDEN')
  })

  test('opens that ticket also beside 20 open ones, which nobody can close where tickets are off', async ({
    assert,
  }) => {
    const { merchant, customer, ask } = await setUp({ erasure: 'request', tickets: false })
    const theirs = { orgId: merchant.orgId, endUserId: customer.id }
    for (let one = 0; one < 20; one++) await createTicket(theirs)
    const { status, body } = await ask('POST', '', {})
    assert.equal(status, 201, JSON.stringify(body.error))
    assert.equal((await ask('POST', '', {})).body.data.ticket.id, body.data.ticket.id)
  })
})

test.group('end_users.erase', () => {
  test('erases each one once, run twice and by two workers', async ({ assert }) => {
    const merchant = await createMerchant()
    const made = await Promise.all([1, 2, 3].map(() => createEndUser(merchant)))
    await makeDue(made.map(({ id }) => id))
    const job = await app.container.make(EndUsersEraseJob)
    const { signal } = new AbortController()
    await Promise.all([job.handle({}, { signal }), job.handle({}, { signal })])
    await job.handle({}, { signal })
    const erased = (await erasedOf(merchant)).map(({ id }) => id)
    assert.sameMembers(
      erased,
      made.map(({ id }) => id)
    )
    assert.lengthOf(erased, 3)
  })

  test('a run that dies before its commit leaves nothing done, and the next one does it', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const [held, free] = [await createEndUser(merchant), await createEndUser(merchant)]
    await makeDue([held.id, free.id])
    await rows(
      db.connection(),
      `alter table outbox_events add constraint no_erasure check (data->>'endUserId' <> '${held.id}') not valid`
    )
    const erase = await eraseDue()
    try {
      await erase.execute()
    } finally {
      await rows(db.connection(), 'alter table outbox_events drop constraint no_erasure')
    }
    const [{ email }] = await rows<{ email: string }>(
      db.connection(),
      'select email from end_users where id = ?',
      [held.id]
    )
    assert.equal(email, held.email)
    assert.deepEqual(await erasedOf(merchant), [{ id: free.id }])
    await erase.execute()
    assert.lengthOf(await erasedOf(merchant), 2)
  })

  test('an org without room for an operation holds up nobody else', async ({ assert, cleanup }) => {
    const [full, other] = [await createMerchant(), await createMerchant()]
    const [many, one] = [await createEndUser(full), await createEndUser(other)]
    const licenses = await seedLicenses(full, 1001)
    await rows(db.connection(), `update licenses set end_user_id = ? where id = any(?::uuid[])`, [
      many.id,
      licenses.map(({ id }) => id),
    ])
    await makeDue([many.id, one.id])
    const before = quotas.openOperationsPerOrg
    cleanup(() => void (quotas.openOperationsPerOrg = before))
    quotas.openOperationsPerOrg = 0
    const erase = await eraseDue()
    await erase.execute()
    assert.isEmpty(await erasedOf(full))
    assert.deepEqual(await erasedOf(other), [{ id: one.id }])
    quotas.openOperationsPerOrg = before
    await erase.execute()
    assert.lengthOf(await erasedOf(full), 1)
  })
})

test.group('expired.prune', () => {
  test('takes expired sign-ins, challenges and invites of end users, and nothing else', async ({
    assert,
  }) => {
    const { orgId, id } = await setUp().then(({ customer }) => customer)
    await rows(
      db.connection(),
      `insert into end_user_sessions (id, org_id, end_user_id, family_id, token_hash, amr, signed_in_at, created_at, expires_at)
       values (gen_random_uuid(), ?, ?, gen_random_uuid(), gen_random_uuid()::text, 'code', now(), now(), now() - interval '2 h')`,
      [orgId, id]
    )
    await rows(
      db.connection(),
      `insert into end_user_challenges (id, org_id, purpose, email, created_at, expires_at)
       select gen_random_uuid(), ?, 'sign_in', 'a@example.net', now(), now() + v from unnest(?::interval[]) v`,
      [orgId, ['-2 hours', '1 minute']]
    )
    await rows(
      db.connection(),
      `insert into end_user_invites (id, org_id, email, token_hash, created_at, expires_at)
       select gen_random_uuid(), ?, v::text, gen_random_uuid()::text, now(), now() + v from unnest(?::interval[]) v`,
      [orgId, ['-31 days', '-1 day']]
    )
    const job = await app.container.make(PruneExpiredJob)
    await job.handle()
    await job.handle()
    for (const table of ['end_user_sessions', 'end_user_challenges', 'end_user_invites']) {
      const left = await rows(db.connection(), `select 1 from ${table} where org_id = ?`, [orgId])
      assert.lengthOf(left, 1, table)
    }
  })
})
