import { test } from '@japa/runner'
import { proveAddress } from '#end_users/actions/prove_address'
import { transaction } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createSubscriber } from '#tests/testkit/subscriber'

/** A shop, and a function that sends a purchase of a customer and returns the end user of its order. */
async function shop() {
  const { merchant, token, send, orders } = await createSubscriber({ perCustomer: null })
  const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
  const buy = async (customer: object) => {
    await send('purchase.paid', { ref: newId(), subscription: undefined, customer })
    const [{ endUserId }] = await orders()
    return (await call('GET', `${path}/${endUserId}`, { token })).body.data.endUser
  }
  return { ...merchant, buy, orders }
}

const newAddress = () => `${newId()}@example.net`
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => [firstName, lastName]

/** contract/10-storefront#106-processor-events */
test.group('customers of payment events', () => {
  test('get their name, worked on alone or together with others: {$self}')
    .with([{}, { externalId: 'customer-1' }])
    .run(async ({ assert }, more) => {
      const { buy } = await shop()
      const email = newAddress()
      assert.deepEqual(nameOf(await buy({ ...more, email, name: ' Ada  King Lovelace ' })), [
        'Ada King',
        'Lovelace',
      ])
      assert.deepEqual(nameOf(await buy({ ...more, email, name: 'Another Name' })), ['Ada King', 'Lovelace'])
      assert.deepEqual(nameOf(await buy({ ...more, email: newAddress(), name: 'Ada' })), ['Ada', null])
    })

  test('with an odd name, or a name that is too long, lose no order', async ({ assert }) => {
    const { buy, orders } = await shop()
    const names = ['\u0001', 'http://a.b', 'x'.repeat(501), 'x'.repeat(101), 'a\u202eb', ' ', 7, {}, null]
    for (const name of names) assert.deepEqual(nameOf(await buy({ email: newAddress(), name })), [null, null])
    assert.lengthOf(await orders(), names.length)
  })

  test('with an unknown external id can enter the portal by their address', async ({ assert }) => {
    const { buy, orgId } = await shop()
    const email = newAddress()
    const { id, externalId } = await buy({ email, externalId: newId() })
    assert.isNull(externalId, 'with an external id, the address would be taken off the buyer')
    const entered = await transaction((trx) => proveAddress(trx, orgId, email, 'owners', Date.now()))
    assert.equal(entered.endUserId, id)
  })
})
