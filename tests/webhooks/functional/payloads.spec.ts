import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { makeLicense } from '#tests/testkit/made_licenses'
import { openReceiver, type Received } from '#tests/testkit/receiver'
import { createEndpoint, manualEngine, productScope } from '#tests/testkit/webhooks'
import UpdateEndpoint from '#webhooks/actions/update_endpoint'
import { SYSTEM } from '#kernel/audit/audit'

const BASE = '/v1/dashboard/webhooks/products'

/** The data of the deliveries, by event. */
function dataOf(received: Received[]) {
  return new Map(received.map(({ body }) => JSON.parse(body)).map(({ event, data }) => [event, data]))
}

async function setPayload(merchant: Merchant, id: string, payload: 'thin' | 'full') {
  const update = await app.container.make(UpdateEndpoint)
  await update.execute(productScope(merchant), id, { payload }, SYSTEM)
}

test.group('webhook payloads', () => {
  test('full adds the list form of the license after each change; thin does not', async ({
    client,
    assert,
  }) => {
    await using full = await openReceiver()
    await using thin = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const created = await client
      .post(`${BASE}/${merchant.productId}`)
      .bearerToken(merchant.token)
      .json({ url: full.url, events: ['*'], payload: 'full' })
    created.assertStatus(201)
    assert.equal(created.body().data.endpoint.payload, 'full')
    const plain = await createEndpoint(merchant, { url: thin.url })
    assert.equal(plain.payload, 'thin')
    const made = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
      .bearerToken(merchant.token)
      .json({ productId: merchant.productId, expiresAt: '2031-01-02T03:04:05.006Z' })
    const [license] = made.body().data.licenses
    const path = `/v1/dashboard/licenses/${license.id}`
    ;(await client.post(`${path}/suspend`).bearerToken(merchant.token).json({})).assertStatus(200)
    ;(await client.post(`${path}/unsuspend`).bearerToken(merchant.token).json({})).assertStatus(200)
    ;(await client.post(`${path}/revoke`).bearerToken(merchant.token).json({})).assertStatus(200)
    ;(await client.delete(path).bearerToken(merchant.token)).assertStatus(200)
    // No event has been sent yet, and each one keeps the license as it was at that time.
    await worker.run()
    const got = dataOf(full.received)
    assert.deepEqual(got.get('license.created'), { licenseId: license.id, license })
    assert.deepEqual(got.get('license.suspended').license, { ...license, status: 'SUSPENDED' })
    assert.deepEqual(got.get('license.unsuspended').license, license)
    assert.deepEqual(got.get('license.revoked').license, { ...license, status: 'REVOKED' })
    assert.deepEqual(got.get('license.deleted').license, { ...license, status: 'REVOKED' })
    for (const data of dataOf(thin.received).values()) assert.notProperty(data, 'license')
    assert.lengthOf(thin.received, 5)
  })

  test('changed to full, it applies to what waits; a replay follows the endpoint', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const license = await makeLicense(merchant)
    await setPayload(merchant, id, 'full')
    await worker.run()
    const path = `${BASE}/${merchant.productId}`
    assert.equal(dataOf(receiver.received).get('license.created').license.key, license.key)
    await setPayload(merchant, id, 'thin')
    const deliveryId = receiver.received[0].headers['x-service-delivery']
    const replay = await client
      .post(`${path}/deliveries/${deliveryId}/replay`)
      .bearerToken(merchant.token)
      .json({})
    replay.assertStatus(200)
    assert.deepEqual(JSON.parse(receiver.received[1].body).data, { licenseId: license.id })
  })

  test('another payload is VALIDATION_ERROR; a test is sent as it is', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const path = `${BASE}/${merchant.productId}`
    const refused = await client
      .post(path)
      .bearerToken(merchant.token)
      .json({ url: receiver.url, events: ['*'], payload: 'fat' })
    refused.assertStatus(400)
    assert.equal(refused.body().error.details[0].field, 'payload')
    const { id } = await createEndpoint(merchant, { url: receiver.url, payload: 'full' })
    const ping = await client.post(`${path}/${id}/test`).bearerToken(merchant.token).json({})
    ping.assertStatus(200)
    assert.notProperty(JSON.parse(receiver.received[0].body).data, 'license')
  })

  test('an unknown event is named, with those there are', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const refused = await client
      .post(`${BASE}/${merchant.productId}`)
      .bearerToken(merchant.token)
      .json({ url: 'https://example.com', events: ['license.made'] })
    refused.assertStatus(400)
    const [{ message }] = refused.body().error.details
    assert.include(message, '"license.made"')
    assert.include(message, 'license.created')
  })
})
