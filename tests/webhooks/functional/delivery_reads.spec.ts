import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'

const addProduct = async ({ orgId }: Merchant) =>
  (await new CreateProduct().execute({ orgId }, { name: 'Viewer' })).id

type Listed = { id: string; event: string; status: string }

const WEBHOOKS = '/v1/dashboard/webhooks/products'
const read = (merchant: Merchant, path: string) => call('GET', path, { token: merchant.token })

/** contract/01-changes#reads-for-a-console */
test.group('what was sent to webhooks', () => {
  test('a delivery shows its payload and each answer', async ({ assert }) => {
    const answers = ['first: busy', 'x'.repeat(5000)]
    await using receiver = await openReceiver((_request, response) => {
      response
        .writeHead(receiver.received.length === 1 ? 503 : 200)
        .end(answers[receiver.received.length - 1])
    })
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const licenseId = newId()
    await emit(merchant, 'license.created', [{ licenseId }])
    await worker.run()
    worker.clock.now += 60_000
    await worker.run()
    const at = `${WEBHOOKS}/${merchant.productId}`
    const [{ id: deliveryId }] = (await read(merchant, `${at}/${id}/deliveries`)).body.data.deliveries
    const { status, body } = await read(merchant, `${at}/deliveries/${deliveryId}`)
    assert.equal(status, 200)
    const { delivery } = body.data
    assert.deepEqual(delivery.payload, JSON.parse(receiver.received[0].body))
    assert.containSubset(delivery, {
      ...{ id: deliveryId, endpointId: id, productId: merchant.productId, status: 'succeeded' },
      answer: 'x'.repeat(2048),
    })
    assert.containSubset(delivery.errors, [{ attempt: 1, responseStatus: 503, answer: 'first: busy' }])
    const stranger = await createMerchant()
    const foreign = await read(stranger, `${WEBHOOKS}/${stranger.productId}/deliveries/${deliveryId}`)
    assert.equal(foreign.body.error.code, 'NOT_FOUND')
    const sibling = await addProduct(merchant)
    const wrong = await read(merchant, `${WEBHOOKS}/${sibling}/deliveries/${deliveryId}`)
    assert.equal(wrong.body.error.code, 'NOT_FOUND')
    assert.equal((await read(merchant, `${at}/deliveries/x`)).body.error.code, 'VALIDATION_ERROR')
  })

  test('those of an org are listed together, filtered, page by page, with its endpoints', async ({
    assert,
  }) => {
    await using receiver = await openReceiver((request, response) => {
      response.writeHead(request.body.includes('license.frozen') ? 410 : 204).end()
    })
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const viewer = { ...merchant, productId: await addProduct(merchant) }
    const one = await createEndpoint(merchant, { url: receiver.url })
    const other = await createEndpoint(viewer, { url: receiver.url, events: ['license.created'] })
    const stranger = await createMerchant()
    await createEndpoint(stranger, { url: receiver.url })
    await emit(stranger, 'license.created', [{ licenseId: newId() }])
    await emit(merchant, 'license.created', [{ licenseId: newId() }])
    await worker.run()
    worker.clock.now += 1000
    const later = worker.clock.now
    await emit(viewer, 'license.created', [{ licenseId: newId() }], later)
    await emit(merchant, 'license.frozen', [{ licenseId: newId() }], later)
    await worker.run()
    const org = `/v1/dashboard/orgs/${merchant.orgId}`
    const list = async (query = '') =>
      (await read(merchant, `${org}/deliveries${query}`)).body.data.deliveries as Listed[]
    const all = await list()
    assert.lengthOf(all, 3)
    assert.deepEqual(
      all.map(({ id }) => id),
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
    )
    assert.lengthOf(await list('?status=succeeded'), 2)
    assert.deepEqual(
      (await list('?event=license.frozen')).map(({ event }) => event),
      ['license.frozen']
    )
    const since = new Date(later).toISOString()
    assert.lengthOf(await list(`?since=${since}`), 2)
    assert.lengthOf(await list(`?until=${new Date(later - 1).toISOString()}`), 1)
    assert.lengthOf(await list(`?since=${since}&status=pending`), 1)
    const first = (await read(merchant, `${org}/deliveries?limit=2`)).body.data
    const second = (await read(merchant, `${org}/deliveries?limit=2&cursor=${first.nextCursor}`)).body.data
    assert.deepEqual([...first.deliveries, ...second.deliveries], all)
    assert.isNull(second.nextCursor)
    const strange = (await read(stranger, `/v1/dashboard/orgs/${stranger.orgId}/deliveries`)).body.data
      .deliveries
    const bent = await read(merchant, `${org}/deliveries?cursor=${strange[0].id}`)
    assert.equal(bent.body.error.code, 'INVALID_CURSOR')
    const reversed = `since=${since}&until=2026-01-01`
    const wrong = ['status=lost', 'event=license.lost', 'event=*', 'since=yesterday', 'order=asc', reversed]
    for (const query of wrong) {
      assert.equal(
        (await read(merchant, `${org}/deliveries?${query}`)).body.error.code,
        'VALIDATION_ERROR',
        query
      )
    }
    const { endpoints } = (await read(merchant, `${org}/webhooks`)).body.data
    assert.deepEqual(
      endpoints.map(({ id, productId }: { id: string; productId: string }) => [id, productId]),
      [
        [one.id, merchant.productId],
        [other.id, viewer.productId],
      ]
    )
    assert.notProperty(endpoints[0], 'secret')
    assert.containSubset(endpoints[1], { health: { consecutiveFailures: 0 } })
    const page = (await read(merchant, `${org}/webhooks?limit=1`)).body.data
    assert.lengthOf(
      (await read(merchant, `${org}/webhooks?cursor=${page.nextCursor}`)).body.data.endpoints,
      1
    )
  })
})
