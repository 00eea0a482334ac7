import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createCustomer, openPortal } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

/** A merchant who erases people by hand, and the request of an end user. */
async function setUp() {
  const merchant = await createMerchant()
  await openPortal(merchant, { erasure: 'request' })
  const { token } = await createCustomer(merchant)
  return { merchant, ask: () => call('POST', '/v1/enduser/me/erasure', { token, body: {} }) }
}

/** contract/09-end-users#94-the-end-user-himself-eu */
test.group('an end user who asks the merchant for the erasure again', () => {
  test('gets the ticket that is open, also of requests that come at once', async ({ assert }) => {
    const { merchant, ask } = await setUp()
    const first = await Promise.all([1, 2, 3].map(() => ask()))
    assert.sameMembers(
      first.map(({ status }) => status),
      [201, 200, 200]
    )
    const [{ id }] = first.map(({ body }) => body.data.ticket)
    await call('POST', `/v1/dashboard/tickets/${id}/messages`, {
      token: merchant.token,
      body: { body: 'Are you sure?' },
    })
    const again = await ask()
    assert.equal(again.status, 200)
    for (const { body } of [...first, again]) assert.equal(body.data.ticket.id, id)
  })

  test('opens another one when the merchant has resolved the first', async ({ assert }) => {
    const { merchant, ask } = await setUp()
    const { id } = (await ask()).body.data.ticket
    const path = `/v1/dashboard/tickets/${id}`
    await call('PATCH', path, { token: merchant.token, body: { status: 'resolved' } })
    const { status, body } = await ask()
    assert.equal(status, 201)
    assert.notEqual(body.data.ticket.id, id)
  })
})
