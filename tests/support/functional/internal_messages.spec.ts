import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { consoleUrl } from '#config/app'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer, openPortal } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTicket, postAttachment } from '#tests/testkit/tickets'
import { eventsOf } from './records_of.js'

async function setUp() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id, subject: 'Secret subject' })
  const own = `/v1/enduser/tickets/${id}`
  return { merchant, customer, id, own, ours: `/v1/dashboard/tickets/${id}` }
}

/** contract/11-tickets */
test.group('internal messages', () => {
  test('never leave the dashboard: no route, mail or event of an end user shows one', async ({ assert }) => {
    const { merchant, customer, id, own, ours } = await setUp()
    const { token } = customer
    const before = (await call('GET', own, { token })).body.data.ticket
    const { attachment } = (await postAttachment(ours, merchant.token, 'HIDDEN FILE', 'hidden.txt')).body.data
    const body = { body: 'HIDDEN WORDS', internal: true, attachmentIds: [attachment.id] }
    const sent = await call('POST', `${ours}/messages`, { token: merchant.token, body })
    assert.isTrue(sent.body.data.message.internal)

    const answers = []
    for (const [method, path, fields] of [
      ['GET', '/v1/enduser/tickets', undefined],
      ['GET', own, undefined],
      ['GET', `${own}/messages`, undefined],
      ['GET', `${own}/messages?limit=1`, undefined],
      ['GET', '/v1/enduser/me', undefined],
      ['POST', `${own}/messages`, { body: 'Mine.' }],
      ['POST', `${own}/messages`, { body: 'Mine?', attachmentIds: [attachment.id] }],
      ['POST', `${own}/close`, {}],
      ['POST', `${own}/reopen`, {}],
    ] as const) {
      const answer = await call(method, path, { token, body: fields })
      assert.notEqual(answer.status, 500)
      answers.push(JSON.stringify(answer.body))
      if (path === own) assert.deepEqual(answer.body.data.ticket, before)
    }
    const messageId = sent.body.data.message.id
    for (const hidden of ['HIDDEN', 'hidden.txt', attachment.id, messageId]) {
      assert.notInclude(answers.join('\n'), hidden)
      assert.notInclude(JSON.stringify(await mailsTo(customer.email)), hidden)
      assert.notInclude(JSON.stringify(await eventsOf(id)), hidden)
    }
    const { messages } = (await call('GET', `${ours}/messages`, { token: merchant.token })).body.data
    assert.deepEqual(
      messages.map((one: { internal: boolean }) => one.internal),
      [false, true, false]
    )
  })

  test('the pages of an end user are not shortened by them', async ({ assert }) => {
    const { merchant, customer, own, ours } = await setUp()
    for (const internal of [true, true, false, true]) {
      const body = { body: `${internal}`, internal }
      await call('POST', `${ours}/messages`, { token: merchant.token, body })
    }
    const page = (await call('GET', `${own}/messages?limit=2`, { token: customer.token })).body.data
    assert.lengthOf(page.messages, 2)
    assert.isNull(page.nextCursor)
  })
})

test.group('mails and events of tickets', () => {
  test('an answer is mailed to the end user in the name of the portal, without a quote', async ({
    assert,
  }) => {
    const { merchant, customer, ours, id } = await setUp()
    await openPortal(merchant, { branding: { name: 'Acme Help' }, returnUrls: ['https://help.example'] })
    await call('POST', `${ours}/messages`, { token: merchant.token, body: { body: 'Secret answer' } })
    const [mail, ...more] = await mailsTo(customer.email)
    assert.isEmpty(more)
    assert.include(mail.subject, 'Acme Help')
    assert.include(mail.subject, '#1')
    assert.include(mail.text, `https://help.example#ticket=${id}`)
    assert.notMatch(`${mail.subject}${mail.text}`, /Secret|Latchkey/)
  })

  test('a new ticket is mailed to every OWNER and ADMIN, a message to the assignee', async ({ assert }) => {
    const merchant = await createMerchant()
    const [admin, member] = [await createMember(merchant, 'ADMIN'), await createMember(merchant, 'MEMBER')]
    const customer = await createCustomer(merchant)
    const opened = await call('POST', '/v1/enduser/tickets', {
      token: customer.token,
      body: { subject: 'Secret subject', body: 'Secret body' },
    })
    const { id } = opened.body.data.ticket
    const about = async (email: string) =>
      (await mailsTo(email)).filter(({ text }) =>
        text.includes(`\n  ${consoleUrl}/${merchant.orgId}/tickets/${id}\n`)
      )
    const counts = async () =>
      Promise.all([merchant, admin, member].map(async ({ email }) => (await about(email)).length))
    assert.deepEqual(await counts(), [1, 1, 0])
    assert.notMatch(JSON.stringify(await about(admin.email)), /Secret/)
    const write = () =>
      call('POST', `/v1/enduser/tickets/${id}/messages`, {
        token: customer.token,
        body: { body: 'Secret too' },
      })
    await write()
    assert.deepEqual(await counts(), [2, 2, 0])
    await call('PATCH', `/v1/dashboard/tickets/${id}`, {
      token: merchant.token,
      body: { assigneeId: member.userId },
    })
    await write()
    assert.deepEqual(await counts(), [2, 2, 1])
    // An assignee who cannot sign in reads nothing, so the others hear of it.
    const disable = (at: Date | null) =>
      rows(db.connection(), 'update users set disabled_at = ? where id = ?', [at, member.userId])
    await disable(new Date())
    await write()
    assert.deepEqual(await counts(), [3, 3, 1])
    await disable(null)
    await rows(db.connection(), 'delete from org_members where user_id = ? and org_id = ?', [
      member.userId,
      merchant.orgId,
    ])
    await write()
    assert.deepEqual(await counts(), [4, 4, 1])
    assert.notMatch(JSON.stringify(await about(member.email)), /Secret/)
    assert.isEmpty(await mailsTo(customer.email))
  })

  test('events name ids and nothing else', async ({ assert }) => {
    const { merchant, customer, id, own, ours } = await setUp()
    const first = await call('POST', `${own}/messages`, { token: customer.token, body: { body: 'One.' } })
    const second = await call('POST', `${ours}/messages`, { token: merchant.token, body: { body: 'Two.' } })
    await call('POST', `${own}/close`, { token: customer.token })
    const about = { ticketId: id, endUserId: customer.id }
    assert.deepEqual(await eventsOf(id), [
      { name: 'ticket.created', data: about, productId: null },
      {
        name: 'ticket.replied',
        data: { ...about, messageId: first.body.data.message.id, author: 'endUser' },
        productId: null,
      },
      {
        name: 'ticket.replied',
        data: { ...about, messageId: second.body.data.message.id, author: 'user' },
        productId: null,
      },
      { name: 'ticket.closed', data: about, productId: null },
    ])
  })

  test("the merchant's people have their names for the end user, never their addresses", async ({
    assert,
  }) => {
    const { merchant, customer, own, ours } = await setUp()
    const say = () => call('POST', `${ours}/messages`, { token: merchant.token, body: { body: 'Hello.' } })
    const names = async (path: string, token: string) => {
      const { messages } = (await call('GET', `${path}/messages`, { token })).body.data
      return messages.map(({ author }: { author: { name: string } }) => author.name)
    }
    await say()
    await openPortal(merchant, { branding: { name: 'Acme Help' } })
    assert.deepEqual(await names(own, customer.token), [customer.email, 'Acme Help'])
    assert.deepEqual(await names(ours, merchant.token), [customer.email, merchant.email])
    await rows(db.connection(), `update users set first_name = 'Jane', last_name = 'Doe' where id = ?`, [
      merchant.userId,
    ])
    assert.deepEqual(await names(own, customer.token), [customer.email, 'Jane Doe'])
  })
})
