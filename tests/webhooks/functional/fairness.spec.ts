import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import { rows } from '#kernel/database/sql'
import { claimDue } from '#webhooks/engine/claims'
import { drainOutbox } from '#webhooks/engine/drain'
import WebhookClient from '#webhooks/engine/webhook_client'
import WebhookEngine from '#webhooks/engine/webhook_engine'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { until } from '#tests/testkit/wait'
import { countByStatus, createEndpoint, disable, drainAll, emit, manualEngine } from '#tests/testkit/webhooks'

/** The number of deliveries of the bulk change; `npm run test:faults` uses the most that one may have. */
const BULK = process.env.FAULTS === 'long' ? 100_000 : 20_000

const URL = 'http://127.0.0.1:9/'

test.group('webhooks: one does not hold up another', () => {
  test('a long line of one org in the outbox lets the event of another pass', async ({ assert }) => {
    await drainAll()
    const [big, small] = [await createMerchant(), await createMerchant()]
    const bigEndpoint = await createEndpoint(big, { url: URL })
    const smallEndpoint = await createEndpoint(small, { url: URL })
    await emit(big, 'license.frozen', new Array(3000).fill({}))
    await emit(small, 'license.created', [{}])
    await drainOutbox(100)
    assert.deepEqual(await countByStatus(smallEndpoint.id), { pending: 1 })
    assert.isAtMost((await countByStatus(bigEndpoint.id)).pending, 100)
    await drainAll()
    assert.deepEqual(await countByStatus(bigEndpoint.id), { pending: 3000 })
    await disable(big, bigEndpoint.id)
    await disable(small, smallEndpoint.id)
  })

  test('a claim takes turns between orgs, also behind a line that is longer than its head', async ({
    assert,
  }) => {
    await drainAll()
    const [big, small] = [await createMerchant(), await createMerchant()]
    const lines = await Promise.all([1, 2, 3].map(() => createEndpoint(big, { url: URL })))
    const single = await createEndpoint(small, { url: URL })
    const now = Date.now() - 60_000
    await emit(big, 'license.frozen', new Array(1500).fill({}), now)
    await drainAll(now)
    await emit(small, 'license.created', [{}], now + 1000)
    await drainAll(now + 1000)
    // Deliveries that other tests have left pending belong to other orgs, which take their turns too.
    const orgs = await rows<{ org_id: string }>(
      db.connection(),
      `select distinct org_id from webhook_deliveries where status = 'pending'`
    )
    const windows = new Map(lines.map(({ id }) => [id, 500]))
    const claimed = await claimDue(
      { limit: orgs.length, perEndpoint: 10, windows, held: new Map(), leaseMs: 1000 },
      Date.now()
    )
    assert.include(
      claimed.map(({ endpointId }) => endpointId),
      single.id
    )
    for (const { id } of lines) await disable(big, id)
    await disable(small, single.id)
  })

  test('the deliveries of a bulk change do not hold up a single event that comes after them', async ({
    assert,
  }) => {
    await drainAll()
    await using receiver = await openReceiver()
    const clock = { now: () => Date.now(), synchronize: async () => {} }
    const engine = new WebhookEngine(new WebhookClient(webhooks), clock)
    const [big, small] = [await createMerchant(), await createMerchant()]
    const endpoint = await createEndpoint(big, { url: receiver.url })
    await createEndpoint(small, { url: `${receiver.url}/single` })
    for (let part = 0; part < BULK / 10_000; part++) {
      await emit(big, 'license.frozen', new Array(10_000).fill({}))
    }
    engine.start()
    await until('the bulk change is on its way', () => receiver.received.length > 200)
    await emit(small, 'license.created', [{}])
    const before = receiver.received.length
    await until('the single event arrives', () => receiver.at('/hook/single').length === 1)
    const place = receiver.received.findIndex(({ path }) => path === '/hook/single')
    // Only attempts that were already in flight finish first.
    assert.isBelow(place - before, 2 * webhooks.inFlight)
    assert.isBelow(receiver.received.length, BULK / 2)
    await disable(big, endpoint.id)
    await engine.stop()
    await drainAll()
  })

  test('an endpoint that hangs is tried by its cap, and the others do not wait for it', async ({
    assert,
  }) => {
    const held: (() => void)[] = []
    await using receiver = await openReceiver((request, response) => {
      if (request.path === '/hook/ok') response.writeHead(204).end()
      else held.push(() => response.writeHead(204).end())
    })
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const hanging = await createEndpoint(merchant, { url: receiver.url })
    const healthy = await createEndpoint(merchant, { url: `${receiver.url}/ok` })
    await emit(merchant, 'license.created', new Array(300).fill({}))
    const running = worker.run()
    await until('the healthy one has everything', async () => {
      return (await countByStatus(healthy.id)).succeeded === 300
    })
    assert.lengthOf(held, webhooks.perEndpoint)
    assert.deepEqual(await countByStatus(hanging.id), { pending: 300 })
    await disable(merchant, hanging.id)
    held.forEach((end) => end())
    await running
    assert.deepEqual(await countByStatus(hanging.id), {
      succeeded: webhooks.perEndpoint,
      cancelled: 300 - webhooks.perEndpoint,
    })
  })

  test('an endpoint that has failed often gets few attempts at a time, and none is left out', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: URL })
    await rows(db.connection(), 'update webhook_endpoints set consecutive_failures = 20 where id = ?', [id])
    const now = Date.now()
    await emit(merchant, 'license.created', new Array(10).fill({}), now)
    await drainAll(now)
    const request = { limit: 100_000, perEndpoint: 10, windows: new Map(), held: new Map(), leaseMs: 1000 }
    const claimed = (await claimDue(request, now)).filter(({ endpointId }) => endpointId === id)
    assert.lengthOf(claimed, 2)
    const quick = await claimDue({ ...request, windows: new Map([[id, 6]]) }, now)
    assert.lengthOf(
      quick.filter(({ endpointId }) => endpointId === id),
      4
    )
    assert.deepEqual(await countByStatus(id), { pending: 10 })
    await disable(merchant, id)
  })
})
