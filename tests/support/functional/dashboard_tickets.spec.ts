import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTicket } from '#tests/testkit/tickets'
import { auditOf } from './records_of.js'

const OWN = '/v1/enduser/tickets'

async function setUp() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  const { token, orgId } = merchant
  return { merchant, customer, id, token, orgId, path: `/v1/dashboard/tickets/${id}` }
}

/** contract/11-tickets */
test.group('the tickets of an org', () => {
  test('are read, answered, changed and closed, each with its audit entry', async ({ assert }) => {
    const { merchant, customer, id, token, path } = await setUp()
    const { ticket } = (await call('GET', path, { token })).body.data
    assert.containSubset(ticket, { id, number: 1, status: 'open', endUserId: customer.id })
    const answered = await call('POST', `${path}/messages`, { token, body: { body: 'Which version?' } })
    assert.equal(answered.status, 201)
    assert.containSubset(answered.body.data.message, {
      author: { type: 'user', id: merchant.userId, name: merchant.email },
      body: 'Which version?',
      internal: false,
    })
    const change = {
      status: 'resolved',
      priority: 'high',
      assigneeId: merchant.userId,
      tags: ['a', 'b', 'a'],
    }
    const changed = await call('PATCH', path, { token, body: change })
    assert.containSubset(changed.body.data.ticket, { ...change, tags: ['a', 'b'], lastAuthor: 'user' })
    assert.isString(changed.body.data.ticket.resolvedAt)
    const nobody = await call('PATCH', path, { token, body: { assigneeId: null } })
    assert.isNull(nobody.body.data.ticket.assigneeId)
    const closed = await call('POST', `${path}/close`, { token })
    assert.equal(closed.body.data.ticket.status, 'closed')
    assert.deepEqual(await auditOf(id), [
      ['ticket.replied', { messageId: answered.body.data.message.id, internal: false }],
      ['ticket.updated', { fields: ['priority', 'assigneeId', 'tags', 'status'] }],
      ['ticket.updated', { fields: ['assigneeId'] }],
      ['ticket.closed', {}],
    ])
  })

  test('are found by status, assignee, end user, license and words', async ({ assert }) => {
    const { merchant, customer, id, token, orgId } = await setUp()
    const [{ id: licenseId }] = await seedLicenses(merchant, 1)
    await own(customer, licenseId)
    const other = await createCustomer(merchant)
    const second = await createTicket({ orgId, endUserId: other.id, subject: '100% broken', licenseId })
    await call('PATCH', `/v1/dashboard/tickets/${second}`, {
      token,
      body: { assigneeId: merchant.userId, status: 'waiting' },
    })
    const found = async (query: string) => {
      const answer = await call('GET', `/v1/dashboard/orgs/${orgId}/tickets?${query}`, { token })
      return answer.body.data.tickets.map((one: { id: string }) => one.id)
    }
    assert.deepEqual(await found(''), [second, id])
    assert.deepEqual(await found('status=waiting'), [second])
    assert.deepEqual(await found(`assigneeId=${merchant.userId}`), [second])
    assert.deepEqual(await found(`endUserId=${customer.id}`), [id])
    assert.deepEqual(await found(`licenseId=${licenseId}`), [second])
    assert.deepEqual(await found('search=0%25 BROK'), [second])
    assert.deepEqual(await found('search=%25'), [second])
    assert.deepEqual(await found(`search=${customer.email.slice(0, 20)}`), [id])
    assert.deepEqual(await found('search=%232'), [second])
    assert.deepEqual(await found('search=1&status=open'), [id])
    const first = await call('GET', `/v1/dashboard/orgs/${orgId}/tickets?limit=1`, { token })
    assert.deepEqual(await found(`limit=1&cursor=${first.body.data.nextCursor}`), [id])
    const bad = await call('GET', `/v1/dashboard/orgs/${orgId}/tickets?cursor=x`, { token })
    assert.equal(bad.body.error.code, 'INVALID_CURSOR')
  })

  test('refuse bad changes, and change nothing then')
    .with([
      [{ status: 'closed' }, 'status'],
      [{ priority: 'low ' }, 'priority'],
      [{ assigneeId: 'me' }, 'assigneeId'],
      [{ tags: Array(21).fill('x') }, 'tags'],
      [{ tags: [' '] }, 'tags.0'],
      [{ subject: 'Another' }, 'subject'],
    ] as const)
    .run(async ({ assert }, [body, field]) => {
      const { token, path } = await setUp()
      const answer = await call('PATCH', path, { token, body })
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.include(answer.body.error.details![0].field, field)
    })

  test('have assignees who are members alone', async ({ assert }) => {
    const { merchant, token, path } = await setUp()
    const stranger = await createMerchant()
    for (const assigneeId of [stranger.userId, newId()]) {
      const answer = await call('PATCH', path, { token, body: { assigneeId } })
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error.code, 'USER_NOT_FOUND')
    }
    const member = await createMember(merchant, 'VIEWER')
    const answer = await call('PATCH', path, { token, body: { assigneeId: member.userId } })
    assert.equal(answer.body.data.ticket.assigneeId, member.userId)
  })

  test('closed for good: every write of either side is CLOSED, and reads work', async ({ assert }) => {
    const { customer, id, token, path } = await setUp()
    await call('POST', `${path}/close`, { token })
    const writes = [
      ['PATCH', path, token, { priority: 'low' }],
      ['PATCH', path, token, { assigneeId: null }],
      ['POST', `${path}/messages`, token, { body: 'Late.' }],
      ['POST', `${path}/messages`, token, { body: 'Late.', internal: true }],
      ['POST', `${path}/attachments`, token, {}],
      ['POST', `${path}/close`, token, {}],
      ['POST', `${OWN}/${id}/messages`, customer.token, { body: 'Late.' }],
      ['POST', `${OWN}/${id}/attachments`, customer.token, {}],
      ['POST', `${OWN}/${id}/close`, customer.token, {}],
      ['POST', `${OWN}/${id}/reopen`, customer.token, {}],
    ] as const
    for (const [method, where, bearer, body] of writes) {
      const answer = await call(method, where, { token: bearer, body })
      assert.equal(answer.status, 409, `${method} ${where}`)
      assert.equal(answer.body.error.code, 'CLOSED', `${method} ${where}`)
    }
    for (const [where, bearer] of [
      [path, token],
      [`${path}/messages`, token],
      [`${OWN}/${id}`, customer.token],
      [`${OWN}/${id}/messages`, customer.token],
    ]) {
      assert.equal((await call('GET', where, { token: bearer })).status, 200)
    }
  })

  test('move as both sides write: answer, write, resolve, reopen, internal', async ({ assert }) => {
    const { customer, id, token, path } = await setUp()
    const status = async () => (await call('GET', path, { token })).body.data.ticket.status
    const say = (body: object) => call('POST', `${path}/messages`, { token, body })
    const write = () =>
      call('POST', `${OWN}/${id}/messages`, { token: customer.token, body: { body: 'Yes.' } })
    const reopen = () => call('POST', `${OWN}/${id}/reopen`, { token: customer.token })

    assert.equal((await reopen()).body.error.code, 'CONFLICT')
    await say({ body: 'Ours alone.', internal: true })
    assert.equal(await status(), 'open')
    await say({ body: 'Try this.' })
    assert.equal(await status(), 'waiting')
    assert.equal((await reopen()).body.error.code, 'CONFLICT')
    await write()
    assert.equal(await status(), 'open')
    await say({ body: 'Done.', status: 'resolved' })
    assert.equal(await status(), 'resolved')
    assert.equal((await reopen()).body.data.ticket.status, 'open')
    await say({ body: 'Ours.', internal: true, status: 'resolved' })
    assert.equal(await status(), 'resolved')
    await write()
    assert.equal(await status(), 'open')
    await say({ body: 'Wait, we look.', status: 'open' })
    assert.equal(await status(), 'open')
  })
})
