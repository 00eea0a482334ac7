import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import TicketsAgeJob from '#support/jobs/tickets_age_job'
import AgeTickets from '#support/actions/age_tickets'
import { eraseTickets } from '#support/actions/erase_tickets'
import { moveTickets } from '#support/actions/move_tickets'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, signIn } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket, postAttachment } from '#tests/testkit/tickets'
import { auditOf, closingsOf } from './records_of.js'

const DAY = 86_400_000

async function setUp() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  const ours = `/v1/dashboard/tickets/${id}`
  const show = async () => (await call('GET', ours, { token: merchant.token })).body.data.ticket
  return { merchant, customer, id, ours, own: `/v1/enduser/tickets/${id}`, show }
}

/** contract/11-tickets */
test.group('tickets.age', () => {
  test('resolves after 14 days and closes after 7 more, to the moment, once, run twice or not', async ({
    assert,
  }) => {
    const { merchant, id, ours, show } = await setUp()
    const age = (now: number) =>
      Promise.all([new AgeTickets().execute(undefined, now), new AgeTickets().execute(undefined, now)])
    await call('POST', `${ours}/messages`, { token: merchant.token, body: { body: 'Well?' } })
    const [{ due }] = await rows<{ due: Date }>(
      db.connection(),
      'select due_at as due from tickets where id = ?',
      [id]
    )
    assert.closeTo(due.getTime(), Date.now() + 14 * DAY, 60_000)
    await age(due.getTime() - 1)
    assert.equal((await show()).status, 'waiting')
    await age(due.getTime())
    assert.containSubset(await show(), { status: 'resolved', resolvedAt: due.toISOString(), closedAt: null })
    await age(due.getTime() + 7 * DAY - 1)
    assert.equal((await show()).status, 'resolved')
    assert.equal(await closingsOf(id), 0)
    await age(due.getTime() + 7 * DAY)
    const closedAt = new Date(due.getTime() + 7 * DAY).toISOString()
    assert.containSubset(await show(), { status: 'closed', resolvedAt: due.toISOString(), closedAt })
    await age(due.getTime() + 365 * DAY)
    assert.equal(await closingsOf(id), 1)
  })

  test('is not put off by a status that the ticket has already', async ({ assert }) => {
    const { merchant, id, ours, show } = await setUp()
    const { token } = merchant
    const say = (body: object) => call('POST', `${ours}/messages`, { token, body })
    for (const status of ['waiting', 'resolved']) {
      await call('PATCH', ours, { token, body: { status } })
      const due = new Date(Date.now() + DAY)
      await rows(db.connection(), 'update tickets set due_at = ? where id = ?', [due, id])
      const before = (await auditOf(id)).length
      const again = await call('PATCH', ours, { token, body: { status } })
      assert.equal(again.body.data.ticket.status, status)
      assert.lengthOf(await auditOf(id), before)
      await call('PATCH', ours, { token, body: { status, priority: 'high' } })
      assert.deepEqual((await auditOf(id)).at(-1), ['ticket.updated', { fields: ['priority'] }])
      await say({ body: 'Ours.', internal: true, status })
      const sql = 'select due_at as due from tickets where id = ?'
      assert.deepEqual(await rows(db.connection(), sql, [id]), [{ due }])
      assert.equal((await show()).status, status)
    }
  })

  test('leaves open tickets alone, and those that somebody holds for the next run', async ({ assert }) => {
    const { merchant, id, ours, show } = await setUp()
    await new AgeTickets().execute(undefined, Date.now() + 365 * DAY)
    assert.equal((await show()).status, 'open')
    await call('PATCH', ours, { token: merchant.token, body: { status: 'resolved' } })
    const trx = await db.transaction()
    await rows(trx, 'select 1 from tickets where id = ? for update', [id])
    await new AgeTickets().execute(undefined, Date.now() + 8 * DAY)
    await trx.rollback()
    assert.equal((await show()).status, 'resolved')
    await rows(db.connection(), `update tickets set due_at = now() - interval '1 second' where id = ?`, [id])
    const job = await app.container.make(TicketsAgeJob)
    await job.handle({}, { signal: new AbortController().signal })
    assert.equal((await show()).status, 'closed')
    assert.equal(await closingsOf(id), 1)
  })

  test('a run that dies before its commit leaves nothing done, and nothing told', async ({ assert }) => {
    const { merchant, id, ours, show } = await setUp()
    await call('PATCH', ours, { token: merchant.token, body: { status: 'resolved' } })
    await rows(
      db.connection(),
      `alter table outbox_events add constraint no_closing check (data->>'ticketId' <> '${id}') not valid`
    )
    try {
      await assert.rejects(() => new AgeTickets().execute(undefined, Date.now() + 8 * DAY))
    } finally {
      await rows(db.connection(), 'alter table outbox_events drop constraint no_closing')
    }
    assert.equal((await show()).status, 'resolved')
    await new AgeTickets().execute(undefined, Date.now() + 8 * DAY)
    assert.equal((await show()).status, 'closed')
    assert.equal(await closingsOf(id), 1)
  })
})

/** contract/09-end-users#96-the-merchants-side */
test.group('tickets of an end user who is merged or erased', () => {
  test('go over to the target with all messages', async ({ assert }) => {
    const { merchant, customer, id, own } = await setUp()
    const target = await createEndUser(merchant)
    const { accessToken: token } = await signIn(target)
    assert.equal((await call('GET', own, { token })).status, 404)
    await transaction((trx) => moveTickets(trx, merchant.orgId, customer.id, target.id))
    assert.equal((await call('GET', own, { token })).body.data.ticket.id, id)
    const [message] = (await call('GET', `${own}/messages`, { token })).body.data.messages
    assert.equal(message.author.id, target.id)
  })

  test('are emptied and closed; others stay as they are', async ({ assert }) => {
    const { merchant, customer, id, own, ours, show } = await setUp()
    const other = await createEndUser(merchant)
    const kept = await createTicket({ orgId: merchant.orgId, endUserId: other.id })
    const { attachment } = (await postAttachment(own, customer.token, 'My passport', 'passport.txt')).body
      .data
    const body = { body: 'See my passport.', attachmentIds: [attachment.id] }
    await call('POST', `${own}/messages`, { token: customer.token, body })
    await call('POST', `${ours}/messages`, {
      token: merchant.token,
      body: { body: 'Mrs Doe again.', internal: true },
    })
    await call('PATCH', ours, { token: merchant.token, body: { tags: ['doe'] } })
    const erase = () => transaction((trx) => eraseTickets(trx, merchant.orgId, customer.id, Date.now()))
    await erase()
    await erase()
    assert.containSubset(await show(), { subject: '(erased)', status: 'closed', tags: [] })
    const { messages } = (await call('GET', `${ours}/messages`, { token: merchant.token })).body.data
    assert.lengthOf(messages, 3)
    for (const message of messages) assert.containSubset(message, { body: '', attachments: [] })
    assert.equal(await closingsOf(id), 1)
    const untouched = await call('GET', `/v1/dashboard/tickets/${kept}`, { token: merchant.token })
    assert.containSubset(untouched.body.data.ticket, { subject: 'It does not start', status: 'open' })
  })
})
