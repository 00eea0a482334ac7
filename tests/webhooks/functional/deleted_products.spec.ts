import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import CloseEndpoints from '#webhooks/actions/close_endpoints'
import DeleteProduct from '#catalog/actions/delete_product'
import { SYSTEM } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import {
  countByStatus,
  createEndpoint,
  deliveriesOf,
  disable,
  drainAll,
  emit,
  manualEngine,
} from '#tests/testkit/webhooks'

const HOUR = 3_600_000

async function deleteProduct(merchant: Merchant) {
  await new DeleteProduct().execute(merchant.scope, merchant.productId, SYSTEM)
}

/** An event of the whole org. */
async function emitOfOrg({ orgId, userId }: Merchant) {
  const data = JSON.stringify({ orgId, userId })
  const sql = `insert into outbox_events (org_id, name, data, created_at) values (?, 'team.member_removed', ?, now())`
  await rows(db.connection(), sql, [orgId, data])
}

/** The row of an endpoint: whether deliveries may go out, and whether its secret is still stored. */
function endpointRow(id: string) {
  const sql = `select enabled, secret <> '' as secret from webhook_endpoints where id = ?`
  return firstRow<{ enabled: boolean; secret: boolean }>(db.connection(), sql, [id])
}

test.group('webhooks of a deleted product (contract#6-events-and-webhooks)', () => {
  test('what happened before the deletion goes out after it: license.deleted, as a merchant clears a product', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    await createEndpoint(merchant, { url: receiver.url, events: ['license.deleted'], payload: 'full' })
    const [license] = await seedLicenses(merchant, 1)
    const path = `/v1/dashboard/licenses/${license.id}`
    ;(await client.delete(path).bearerToken(merchant.token)).assertStatus(200)
    const product = `/v1/dashboard/products/${merchant.productId}`
    ;(await client.delete(product).bearerToken(merchant.token)).assertStatus(200)
    await worker.run()
    const [{ body }] = receiver.received
    assert.containSubset(JSON.parse(body), {
      event: 'license.deleted',
      data: { licenseId: license.id, license: { id: license.id } },
    })
  })

  test('an attempt that fails is repeated after the deletion', async ({ assert }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.deleted', [{}])
    await worker.run()
    await deleteProduct(merchant)
    receiver.respond = status(204)
    worker.clock.now += HOUR
    await worker.run()
    assert.containSubset(await deliveriesOf(id), [{ status: 'succeeded', attempts: 2 }])
  })

  test('what happens after it is not sent, nor what a disabled endpoint did not listen to', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    await createEndpoint(merchant, { url: receiver.url })
    const disabled = await createEndpoint(merchant, { url: receiver.url })
    await disable(merchant, disabled.id)
    await emit(merchant, 'license.deleted', [{}])
    await deleteProduct(merchant)
    await emitOfOrg(merchant)
    await worker.run()
    assert.lengthOf(receiver.received, 1)
    assert.lengthOf(await deliveriesOf(disabled.id), 0)
  })

  test('merchants see the deliveries, and the endpoint no more', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.deleted', [{}])
    await deleteProduct(merchant)
    await worker.run()
    const get = (path: string) =>
      client.get(`/v1/dashboard/orgs/${merchant.orgId}/${path}`).bearerToken(merchant.token)
    assert.deepEqual((await get('webhooks')).body().data.endpoints, [])
    assert.containSubset((await get('deliveries')).body().data.deliveries, [
      { endpointId: id, status: 'succeeded' },
    ])
  })

  test('the endpoint closes and forgets its secret when it has received everything', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const other = await createMerchant()
    const kept = await createEndpoint(other, { url: receiver.url })
    await emit(merchant, 'license.deleted', [{}])
    await deleteProduct(merchant)
    const close = new CloseEndpoints()
    await close.execute(Date.now() + 2 * HOUR)
    assert.deepEqual(await endpointRow(id), { enabled: true, secret: true }, 'its event is in the outbox')
    await drainAll(worker.clock.now)
    await close.execute(Date.now() + 2 * HOUR)
    assert.deepEqual(await endpointRow(id), { enabled: true, secret: true }, 'its delivery waits')
    await worker.run()
    await close.execute()
    assert.deepEqual(await endpointRow(id), { enabled: true, secret: true }, 'an event may be committed late')
    await close.execute(Date.now() + 2 * HOUR)
    await close.execute(Date.now() + 2 * HOUR)
    assert.deepEqual(await endpointRow(id), { enabled: false, secret: false })
    assert.deepEqual(await endpointRow(kept.id), { enabled: true, secret: true })
    assert.deepEqual(await countByStatus(id), { succeeded: 1 })
  })

  test('an endpoint that is added while its product is deleted is refused', async ({ assert }) => {
    const merchant = await createMerchant()
    await deleteProduct(merchant)
    await assert.rejects(() => createEndpoint(merchant, { url: 'https://shop.example.com' }), /product/i)
  })
})
