import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { lockWaits } from '#tests/testkit/lock_waits'
import { connect, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'

/** contract/10-storefront#103-listings */
test.group('changes of listings', () => {
  test('a listing that is archived while somebody orders it has no order afterwards', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const archiving = await db.transaction()
    const archive = `update listings set archived_at = now(), published = false where id = ?`
    await rows(archiving, archive, [listingId])
    const path = ordersPath(merchant)
    const sale = call('POST', path, { token, body: { listingId, email: `${newId()}@example.net` } })
    await lockWaits(1)
    await archiving.commit()
    assert.equal((await sale).body.error?.code, 'LISTING_NOT_FOUND')
    assert.lengthOf((await call('GET', path, { token })).body.data.orders, 0)
  })

  test('a listing whose product is deleted while somebody orders it is not found', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const customer = await createCustomer(merchant)
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const deletion = await db.transaction()
    await rows(deletion, `delete from products where id = ?`, [merchant.productId])
    const body = { listingId, email: `${newId()}@example.net` }
    const orders = [
      call('POST', ordersPath(merchant), { token, body }),
      call('POST', '/v1/enduser/orders', { token: customer.token, body: { listingId } }),
    ]
    await lockWaits(2)
    await deletion.commit()
    for (const order of orders) {
      const { status, body: said } = await order
      assert.deepEqual([status, said.error?.code], [404, 'LISTING_NOT_FOUND'])
    }
  })

  test('go on while the processor of something that is shown already is not ready', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const { id: processorId } = await connect(merchant)
    await tell(processorId, 'hello', {})
    const price = { amount: 1900, currency: 'EUR' }
    const { id } = await createListing(merchant, { price })
    const free = await createListing(merchant)
    const shop = shopPath(merchant)
    await call('PATCH', `${shop}/processors/${processorId}`, { token, body: { paused: true } })
    const change = async (listing: string, body: object) =>
      (await call('PATCH', `${shop}/listings/${listing}`, { token, body })).body
    assert.equal((await change(id, { stock: 0 })).data?.listing.stock, 0)
    assert.equal((await change(free.id, { price })).error?.code, 'PROCESSOR_NOT_READY')
    const again = await call('POST', `${shop}/listings/${id}/publish`, { token })
    assert.equal(again.body.error?.code, 'PROCESSOR_NOT_READY')
  })
})
