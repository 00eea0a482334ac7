import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer, openPortal } from '#tests/testkit/end_users'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const PATH = '/v1/enduser/orders'

type Ordered = {
  id: string
  flags: string[]
  licenses: { key: string }[]
  listing: { metadata: object | null; policyOverride: object | null }
}

/** A fulfilled order, as the answer to the claim and the routes of both sides show it. */
async function createOrder({ showKeys }: { showKeys: boolean }) {
  const { merchant } = await createShop()
  const customer = await createCustomer(merchant)
  await openPortal(merchant, { showKeys })
  const sold = { metadata: { margin: 40, public: { seats: 'two' } }, policyOverride: { hwidLimit: 2 } }
  const listing = await createListing(merchant, sold)
  const body = { listingId: listing.id }
  const claimed = (await call('POST', PATH, { token: customer.token, body })).body.data.order as Ordered
  const read = async (path: string, token: string) => (await call('GET', path, { token })).body.data
  // As an event of a processor marks it.
  await rows(db.connection(), `update orders set flags = '{lower_amount}' where id = ?`, [claimed.id])
  const shown: Ordered[] = [
    claimed,
    (await read(`${PATH}/${claimed.id}`, customer.token)).order,
    ...(await read(PATH, customer.token)).orders,
  ]
  const { order: merchants } = await read(`${ordersPath(merchant)}/${claimed.id}`, merchant.token)
  return { sold, shown, merchants: merchants as Ordered }
}

/** contract/09-end-users#91-settings, contract/09-end-users#95-licenses-eu */
test.group('the orders of an end user', () => {
  test('mask keys where the portal does, and its merchant sees them whole', async ({ assert }) => {
    const { shown, merchants } = await createOrder({ showKeys: false })
    const [{ key }] = merchants.licenses
    assert.match(key, /^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/)
    assert.lengthOf(shown, 3)
    for (const { licenses } of shown) assert.equal(licenses[0].key, `*****${key.slice(-5)}`)
  })

  test('show keys where the portal does, and nothing of what the merchant keeps to itself', async ({
    assert,
  }) => {
    const { sold, shown, merchants } = await createOrder({ showKeys: true })
    for (const { flags, licenses, listing } of shown) {
      assert.deepEqual(flags, [])
      assert.deepEqual(licenses, merchants.licenses)
      assert.deepEqual(listing.metadata, { public: sold.metadata.public })
      assert.isNull(listing.policyOverride)
    }
    assert.containSubset(merchants.listing, sold)
    assert.deepEqual(merchants.flags, ['lower_amount'])
  })
})
