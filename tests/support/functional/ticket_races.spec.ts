import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, signIn } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'
import { lockWaits } from '#tests/testkit/lock_waits'
import { closingsOf } from './records_of.js'

async function setUp() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  return { merchant, customer, id, own: `/v1/enduser/tickets/${id}`, ours: `/v1/dashboard/tickets/${id}` }
}

const stateOf = (id: string) =>
  firstRow<{ status: string; messages: number }>(
    db.connection(),
    `select t.status, (select count(*)::int from ticket_messages m where m.ticket_id = t.id) as messages
     from tickets t where t.id = ?`,
    [id]
  )

test.group('races of tickets', () => {
  test('forty tickets opened at once have the numbers 1 to 40; refused ones leave no gap', async ({
    assert,
  }) => {
    using _ = lowered({ ticketsPerHour: -1 })
    const merchant = await createMerchant()
    const { token } = await createCustomer(merchant)
    const tokens = [token]
    for (let one = 0; one < 3; one++) tokens.push((await signIn(await createEndUser(merchant))).accessToken)
    const open = (at: number) => {
      const productId = at % 3 === 0 ? { productId: merchant.userId } : {}
      const body = { subject: 'Numbered', body: `${at}`, ...productId }
      return call('POST', '/v1/enduser/tickets', { token: tokens[at % 4], body })
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => open(at)))
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data.ticket.number as number)
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, at) => at + 1)
    )
  }).timeout(60_000)

  test('messages of both sides at once are all kept, and the last one decides', async ({ assert }) => {
    const { merchant, customer, id, own, ours } = await setUp()
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        call('POST', `${at % 2 ? own : ours}/messages`, {
          token: at % 2 ? customer.token : merchant.token,
          body: { body: `${at}` },
        })
      )
    )
    assert.isTrue(sent.every(({ status }) => status === 201))
    const { status, messages } = (await stateOf(id))!
    assert.equal(messages, 11)
    const ticket = (await call('GET', own, { token: customer.token })).body.data.ticket
    assert.equal(status, ticket.lastAuthor === 'user' ? 'waiting' : 'open')
  })

  test('a close that races with answers: no message is written behind it, and it happens once', async ({
    assert,
  }) => {
    for (let round = 0; round < 5; round++) {
      const { merchant, customer, id, own, ours } = await setUp()
      const [mine, theirs, ...written] = await Promise.all([
        call('POST', `${own}/close`, { token: customer.token }),
        call('POST', `${ours}/close`, { token: merchant.token }),
        call('POST', `${own}/messages`, { token: customer.token, body: { body: 'One.' } }),
        call('POST', `${ours}/messages`, { token: merchant.token, body: { body: 'Two.' } }),
      ])
      assert.deepEqual([mine.status, theirs.status].sort(), [200, 409])
      const kept = written.filter(({ status }) => status === 201).length
      assert.isTrue(
        written.every(
          ({ status, body }) => status === 201 || (status === 409 && body.error.code === 'CLOSED')
        )
      )
      assert.deepEqual(await stateOf(id), { status: 'closed', messages: 1 + kept })
      assert.equal(await closingsOf(id), 1)
    }
  }).timeout(60_000)

  test('somebody who is banned, merged or erased meanwhile writes nothing more')
    .with([
      ['banned_at = now()', 'USER_BANNED'],
      ['merged_into = id', 'UNAUTHORIZED'],
      ['erased_at = now()', 'UNAUTHORIZED'],
    ] as const)
    .run(async ({ assert }, [change, code]) => {
      const { customer, id, own } = await setUp()
      const trx = await db.transaction()
      await rows(trx, `update end_users set ${change} where id = ?`, [customer.id])
      const writing = Promise.all([
        call('POST', `${own}/messages`, { token: customer.token, body: { body: 'Late.' } }),
        call('POST', '/v1/enduser/tickets', {
          token: customer.token,
          body: { subject: 'Late', body: 'Late.' },
        }),
      ])
      await waitForLocks(2)
      await trx.commit()
      for (const { body } of await writing) assert.equal(body.error?.code, code)
      assert.equal((await stateOf(id))!.messages, 1)
    })
})

/** Waits until `count` statements wait for the row of an end user. */
const waitForLocks = (count: number) => lockWaits(count, '%from end_users where org_id%')
