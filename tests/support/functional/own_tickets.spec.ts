import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

const PATH = '/v1/enduser/tickets'
const NEW = { subject: 'It does not start', body: 'The window stays **empty**.' }

async function setUp() {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant)
  return { merchant, customer, token: customer.token }
}

/** contract/11-tickets */
test.group("an end user's tickets", () => {
  test('are opened, read, listed, written in, resolved by nobody, closed', async ({ assert }) => {
    const { merchant, customer, token } = await setUp()
    const [{ id: licenseId }] = await seedLicenses(merchant, 1)
    await own(customer, licenseId)
    const opened = await call('POST', PATH, { token, body: { ...NEW, licenseId } })
    assert.equal(opened.status, 201)
    const { ticket } = opened.body.data
    const { id, createdAt, ...shown } = ticket
    assert.deepEqual(shown, {
      ...{ number: 1, subject: NEW.subject, status: 'open', priority: 'normal', endUserId: customer.id },
      ...{ licenseId, productId: merchant.productId, assigneeId: null, followsTicketId: null, tags: [] },
      ...{ lastMessageAt: createdAt, lastAuthor: 'endUser', resolvedAt: null, closedAt: null },
    })
    assert.deepEqual((await call('GET', `${PATH}/${id}`, { token })).body.data.ticket, ticket)
    assert.deepEqual((await call('GET', PATH, { token })).body.data, { tickets: [ticket], nextCursor: null })

    const written = await call('POST', `${PATH}/${id}/messages`, { token, body: { body: 'Still.' } })
    assert.equal(written.status, 201)
    const { messages, nextCursor } = (await call('GET', `${PATH}/${id}/messages`, { token })).body.data
    assert.isNull(nextCursor)
    assert.deepEqual(messages[1], written.body.data.message)
    assert.containSubset(messages, [
      {
        author: { type: 'endUser', id: customer.id, name: customer.email },
        body: NEW.body,
        internal: false,
        attachments: [],
      },
      { body: 'Still.' },
    ])
    const closed = await call('POST', `${PATH}/${id}/close`, { token })
    assert.equal(closed.body.data.ticket.status, 'closed')
    assert.isString(closed.body.data.ticket.closedAt)
  })

  test('page by cursor, and filter by status', async ({ assert }) => {
    const { merchant, customer, token } = await setUp()
    const ids = []
    for (let one = 0; one < 3; one++)
      ids.unshift(await createTicket({ orgId: merchant.orgId, endUserId: customer.id }))
    await call('POST', `${PATH}/${ids[1]}/close`, { token })
    const first = (await call('GET', `${PATH}?limit=2`, { token })).body.data
    const second = (await call('GET', `${PATH}?limit=2&cursor=${first.nextCursor}`, { token })).body.data
    assert.deepEqual(
      [...first.tickets, ...second.tickets].map(({ id }: { id: string }) => id),
      ids
    )
    const { tickets } = (await call('GET', `${PATH}?status=closed`, { token })).body.data
    assert.deepEqual(
      tickets.map(({ id }: { id: string }) => id),
      [ids[1]]
    )
    const bad = await call('GET', `${PATH}?cursor=x`, { token })
    assert.equal(bad.body.error.code, 'INVALID_CURSOR')
    assert.equal((await call('GET', `${PATH}?assigneeId=${newId()}`, { token })).status, 400)
  })

  test('refuse bad fields')
    .with([
      [{ ...NEW, subject: 'ab' }, 'subject'],
      [{ ...NEW, subject: ' a   ' }, 'subject'],
      [{ ...NEW, subject: 'a'.repeat(201) }, 'subject'],
      [{ ...NEW, body: '' }, 'body'],
      [{ ...NEW, body: ' \n' }, 'body'],
      [{ ...NEW, body: 'a'.repeat(10_001) }, 'body'],
      [{ subject: NEW.subject }, 'body'],
      [{ ...NEW, licenseId: 'x' }, 'licenseId'],
      [{ ...NEW, prioirty: 'high' }, 'prioirty'],
    ] as const)
    .run(async ({ assert }, [body, field]) => {
      const { token } = await setUp()
      const answer = await call('POST', PATH, { token, body })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details![0].field, field)
    })

  test('say of a blank body that it is blank', async ({ assert }) => {
    const { token } = await setUp()
    const blank = await call('POST', PATH, { token, body: { ...NEW, body: '   ' } })
    assert.equal(blank.body.error.message, 'The body field must not be blank')
  })

  test('refuse NUL, and take the longest texts', async ({ assert }) => {
    const { token } = await setUp()
    const nul = await call('POST', PATH, { token, body: { ...NEW, body: 'a\0b' } })
    assert.equal(nul.body.error.code, 'BAD_REQUEST')
    const body = { subject: 'a'.repeat(200), body: 'b'.repeat(10_000) }
    assert.equal((await call('POST', PATH, { token, body })).status, 201)
  })

  test('name licenses and products that are theirs alone', async ({ assert }) => {
    const { merchant, customer, token } = await setUp()
    const [mine, foreign] = await seedLicenses(merchant, 2)
    await own(customer, mine.id)
    const other = await createMerchant()
    const [elsewhere] = await seedLicenses(other, 1)
    const codeFor = async (fields: Record<string, string>) =>
      (await call('POST', PATH, { token, body: { ...NEW, ...fields } })).body.error?.code
    assert.equal(await codeFor({ licenseId: foreign.id }), 'LICENSE_NOT_OWNED')
    assert.equal(await codeFor({ licenseId: elsewhere.id }), 'LICENSE_NOT_FOUND')
    assert.equal(await codeFor({ licenseId: newId() }), 'LICENSE_NOT_FOUND')
    assert.equal(await codeFor({ productId: other.productId }), 'PRODUCT_NOT_FOUND')
    assert.equal(await codeFor({ licenseId: mine.id, productId: other.productId }), 'VALIDATION_ERROR')
    assert.equal(await codeFor({ followsTicketId: newId() }), 'NOT_FOUND')
    assert.isUndefined(await codeFor({ productId: merchant.productId }))
  })

  test('a new one follows a closed one; that of somebody else is not found', async ({ assert }) => {
    const { merchant, customer, token } = await setUp()
    const old = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    await call('POST', `${PATH}/${old}/close`, { token })
    const answer = await call('POST', PATH, { token, body: { ...NEW, followsTicketId: old } })
    assert.equal(answer.body.data.ticket.followsTicketId, old)
    const { id: endUserId } = await createEndUser(merchant)
    const foreign = await createTicket({ orgId: merchant.orgId, endUserId })
    const refused = await call('POST', PATH, { token, body: { ...NEW, followsTicketId: foreign } })
    assert.equal(refused.body.error.code, 'NOT_FOUND')
  })

  test('of somebody else, of another org and of nobody are not found, on every route', async ({ assert }) => {
    const { merchant, token } = await setUp()
    const { id: endUserId } = await createEndUser(merchant)
    const foreign = await createTicket({ orgId: merchant.orgId, endUserId })
    const elsewhere = await setUp()
    const distant = await createTicket({ orgId: elsewhere.merchant.orgId, endUserId: elsewhere.customer.id })
    for (const id of [foreign, distant, newId()]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/messages', undefined],
        ['POST', '/messages', { body: 'Mine?' }],
        ['POST', '/close', {}],
        ['POST', '/reopen', {}],
        ['POST', '/attachments', {}],
      ] as const) {
        const answer = await call(method, `${PATH}/${id}${path}`, { token, body })
        assert.equal(answer.status, 404, `${method} ${path}`)
        assert.equal(answer.body.error.code, 'NOT_FOUND', `${method} ${path}`)
      }
    }
  })

  test('a token of one product opens and reads tickets of that product alone', async ({ assert }) => {
    const { merchant, customer, token } = await setUp()
    const general = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const { accessToken } = await signIn(customer, { door: 'exchange', productId: merchant.productId })
    const narrow = { token: accessToken }
    const opened = await call('POST', PATH, { ...narrow, body: NEW })
    assert.equal(opened.body.data.ticket.productId, merchant.productId)
    const listed = (await call('GET', PATH, narrow)).body.data.tickets
    assert.deepEqual(listed, [opened.body.data.ticket])
    assert.equal((await call('GET', `${PATH}/${general}`, narrow)).status, 404)
    const following = await call('POST', PATH, { ...narrow, body: { ...NEW, followsTicketId: general } })
    assert.equal(following.body.error?.code, 'NOT_FOUND')
    assert.lengthOf((await call('GET', PATH, { token })).body.data.tickets, 2)
  })

  test('are at most 20 at a time, racing or not; one that is closed or resolved makes room', async ({
    assert,
  }) => {
    const { merchant, customer, token } = await setUp()
    using _ = lowered({ ticketsPerHour: -1 })
    for (let one = 0; one < 15; one++) await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', PATH, { token, body: NEW }))
    )
    const made = racing.filter(({ status }) => status === 201)
    assert.lengthOf(made, 5)
    const refused = racing.filter(({ status }) => status !== 201)
    assert.isTrue(refused.every(({ status, body }) => status === 409 && body.error.code === 'CONFLICT'))
    const [first, second] = made.map(({ body }) => body.data.ticket.id)
    await call('POST', `${PATH}/${first}/close`, { token })
    assert.equal((await call('POST', PATH, { token, body: NEW })).status, 201)
    assert.equal((await call('POST', PATH, { token, body: NEW })).status, 409)
    const resolved = { token: merchant.token, body: { status: 'resolved' } }
    await call('PATCH', `/v1/dashboard/tickets/${second}`, resolved)
    assert.equal((await call('POST', PATH, { token, body: NEW })).status, 201)
  })

  test('are 5 an hour and 30 messages, of which refused ones do not count', async ({ assert }) => {
    using _ = lowered({ ticketsPerHour: 5 })
    const { token } = await setUp()
    assert.equal((await call('POST', PATH, { token, body: {} })).status, 400)
    const ids: string[] = []
    for (let one = 0; one < 5; one++)
      ids.push((await call('POST', PATH, { token, body: NEW })).body.data.ticket.id)
    const late = await call('POST', PATH, { token, body: NEW })
    assert.equal(late.status, 429)
    assert.equal(late.body.error.code, 'RATE_LIMITED')
    assert.isAbove(Number(late.headers.get('retry-after')), 0)
    for (let one = 0; one < 30; one++) {
      const { status } = await call('POST', `${PATH}/${ids[0]}/messages`, { token, body: { body: `${one}` } })
      assert.equal(status, 201)
    }
    const message = await call('POST', `${PATH}/${ids[0]}/messages`, { token, body: { body: 'one more' } })
    assert.equal(message.body.error.code, 'RATE_LIMITED')
  }).timeout(60_000)
})
