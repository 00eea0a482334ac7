import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { cancelClosed } from '#webhooks/engine/cancellations'
import { claimDue } from '#webhooks/engine/claims'
import { createMerchant } from '#tests/testkit/merchant'
import { createEndpoint, disable, drainAll, emit } from '#tests/testkit/webhooks'

/** Far more than the head of the queue, of which a claim reads 1000. */
const PENDING = 5000

/** How many index entries of deliveries this transaction has read. */
async function read(client: SqlExecutor): Promise<number> {
  const { count } = (await firstRow<{ count: number }>(
    client,
    `select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as count
     from pg_index where indrelid = 'webhook_deliveries'::regclass`
  ))!
  return count
}

/** Creates pending deliveries after Postgres has seen none. Returns their merchant and endpoint. */
async function suddenlyPending() {
  await drainAll()
  await rows(
    db.connection(),
    `update webhook_deliveries set status = 'cancelled', next_retry_at = null where status = 'pending'`
  )
  await rows(db.connection(), 'vacuum analyze webhook_deliveries')
  const merchant = await createMerchant()
  const endpoint = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
  await emit(merchant, 'license.frozen', new Array(PENDING).fill({}))
  await drainAll()
  return { merchant, endpoint }
}

test.group('webhooks: a bulk change after a quiet time', (group) => {
  group.each.timeout(60_000)

  test('a claim reads the head of the queue, not all that is pending', async ({ assert }) => {
    const { merchant, endpoint } = await suddenlyPending()
    const request = {
      ...{ limit: 500, perEndpoint: 10, windows: new Map([[endpoint.id, 300]]) },
      ...{ held: new Map(), leaseMs: 1000 },
    }
    await transaction(async (trx) => {
      const claimed = await claimDue(request, Date.now(), trx)
      assert.lengthOf(claimed, 250)
      assert.isBelow(await read(trx), PENDING / 2)
    })
    await disable(merchant, endpoint.id)
  })

  test('cancelling a chunk reads each delivery a few times', async ({ assert }) => {
    const { merchant, endpoint } = await suddenlyPending()
    await rows(db.connection(), 'update webhook_endpoints set enabled = false where id = ?', [endpoint.id])
    await transaction(async (trx) => {
      assert.equal(await cancelClosed(trx, endpoint.id), PENDING)
      assert.isBelow(await read(trx), 4 * PENDING)
    })
    await disable(merchant, endpoint.id)
  })
})
