import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import { rows } from '#kernel/database/sql'
import Deliverer from '#webhooks/engine/deliverer'
import ResultBook from '#webhooks/engine/result_book'
import type { AttemptResult } from '#webhooks/engine/results'
import WebhookClient from '#webhooks/engine/webhook_client'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { until } from '#tests/testkit/wait'
import { countByStatus, createEndpoint, drainAll, emit } from '#tests/testkit/webhooks'

/** A pause that no test outlasts: work that waits for its end fails the test. */
const MINUTE = 60_000

/** The result of a successful attempt; its delivery does not exist, so writing it changes no row. */
function success(): AttemptResult {
  return {
    ...{ deliveryId: randomUUID(), endpointId: randomUUID(), attempt: 1, status: 'succeeded' },
    ...{ responseStatus: 204, error: null, nextRetryAt: null, at: Date.now(), durationMs: 1, answer: null },
  }
}

test.group('webhooks: no attempt waits for a pause that is not its own', () => {
  test('what an endpoint has due beyond its cap is claimed when its attempts end', async ({ assert }) => {
    await drainAll()
    await rows(
      db.connection(),
      `update webhook_deliveries set status = 'cancelled', next_retry_at = null where status = 'pending'`
    )
    const held: (() => void)[] = []
    await using receiver = await openReceiver((_request, response) => {
      held.push(() => response.writeHead(204).end())
    })
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const all = webhooks.perEndpoint + 5
    await emit(merchant, 'license.created', new Array(all).fill({}))
    await drainAll()
    let claims = 0
    const clock = { now: () => Date.now(), synchronize: async () => void claims++ }
    const deliverer = new Deliverer(new WebhookClient(webhooks), clock, MINUTE)
    deliverer.start()
    try {
      await until('the cap is reached', () => held.length === webhooks.perEndpoint)
      // The second claim finds nothing, and nothing has ended, so the loop pauses.
      await until('a claim finds nothing', () => claims === 2)
      receiver.respond = (_request, response) => void response.writeHead(204).end()
      held.forEach((answer) => answer())
      await until('everything has arrived', () => receiver.received.length === all)
      await until('all results are durable', async () => {
        return (await countByStatus(endpoint.id)).succeeded === all
      })
    } finally {
      await deliverer.stop()
    }
    assert.lengthOf(receiver.received, all)
  })

  test('a result is durable at once, also while the health of endpoints is still to be written', async ({
    assert,
  }) => {
    let durable = 0
    const book = new ResultBook(() => durable++, MINUTE)
    book.add(success())
    await until('the first one, and the health of its endpoint, are durable', () => durable === 1)
    book.add(success())
    await until('the second one is durable; its health waits', () => durable === 2)
    book.add(success())
    await until('the third one is durable', () => durable === 3)
    await book.flush()
    assert.equal(book.pending, 0)
  })
})
