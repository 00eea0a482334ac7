import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTicket } from '#tests/testkit/tickets'
import { auditOf } from './records_of.js'

const TICKETS = '/v1/dashboard/tickets'

const assign = ({ token }: Merchant, ticketId: string, assigneeId: string) =>
  call('PATCH', `${TICKETS}/${ticketId}`, { token, body: { assigneeId } })

const assigneeOf = async ({ token }: Merchant, ticketId: string) =>
  (await call('GET', `${TICKETS}/${ticketId}`, { token })).body.data.ticket.assigneeId

const remove = ({ orgId }: Merchant, by: Merchant, { userId }: Merchant) =>
  call('DELETE', `/v1/dashboard/orgs/${orgId}/members/${userId}`, { token: by.token })

/** An org with a member and the function that opens tickets in it. */
async function setUp() {
  const owner = await createMerchant()
  const member = await createMember(owner, 'MEMBER')
  const { id: endUserId } = await createCustomer(owner)
  const open = () => createTicket({ orgId: owner.orgId, endUserId })
  return { owner, member, open }
}

/** contract/11-tickets: an assignee is a member of the org. */
test.group('the assignees of tickets', () => {
  test('who leave or are removed are assigned to no ticket of the org any more')
    .with(['removed', 'left'] as const)
    .run(async ({ assert }, how) => {
      const { owner, member, open } = await setUp()
      const [first, second, others] = [await open(), await open(), await open()]
      for (const ticket of [first, second]) await assign(owner, ticket, member.userId)
      await assign(owner, others, owner.userId)
      const { id: endUserId } = await createCustomer(member)
      const elsewhere = await createTicket({ orgId: member.orgId, endUserId })
      await assign(member, elsewhere, member.userId)

      assert.equal((await remove(owner, how === 'left' ? member : owner, member)).status, 200)

      for (const ticket of [first, second]) {
        assert.isNull(await assigneeOf(owner, ticket))
        assert.deepEqual(await auditOf(ticket), [
          ['ticket.updated', { fields: ['assigneeId'] }],
          ['ticket.updated', { fields: ['assigneeId'] }],
        ])
      }
      assert.equal(await assigneeOf(owner, others), owner.userId)
      assert.equal(await assigneeOf(member, elsewhere), member.userId)
    })

  test('stay on closed tickets, which nobody changes any more', async ({ assert }) => {
    const { owner, member, open } = await setUp()
    const ticket = await open()
    await assign(owner, ticket, member.userId)
    await call('POST', `${TICKETS}/${ticket}/close`, { token: owner.token })
    assert.equal((await remove(owner, owner, member)).status, 200)
    assert.equal(await assigneeOf(owner, ticket), member.userId)
  })

  test('20 times: a ticket that is assigned while its assignee is removed ends without one', async ({
    assert,
  }) => {
    const owner = await createMerchant()
    const { id: endUserId } = await createCustomer(owner)
    for (let round = 0; round < 20; round++) {
      const member = await createMember(owner, 'MEMBER')
      const ticket = await createTicket({ orgId: owner.orgId, endUserId })
      const [assigned, removed] = await Promise.all([
        assign(owner, ticket, member.userId),
        remove(owner, owner, member),
      ])
      assert.equal(removed.status, 200)
      assert.include([200, 404], assigned.status)
      assert.isNull(await assigneeOf(owner, ticket))
      await call('POST', `${TICKETS}/${ticket}/close`, { token: owner.token })
    }
  }).timeout(60_000)
})
