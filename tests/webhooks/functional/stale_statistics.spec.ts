import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows, type SqlExecutor } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { cancelClosed } from '#webhooks/engine/cancellations'
import { claimDue } from '#webhooks/engine/claims'
import { drainOutbox } from '#webhooks/engine/drain'
import { createMerchant } from '#tests/testkit/merchant'
import { createEndpoint, disable, drainAll, emit } from '#tests/testkit/webhooks'

/** Far more than a claim looks at: the head of the queue, and what the lanes may take. */
const PENDING = 10_000

type Explained = { rows: { 'QUERY PLAN': { Plan: Plan & Blocks }[] }[] }
type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

type Blocks = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** How many rows the parts of a plan have looked at, together. */
function handled(plan: Plan): number {
  const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const own = each * plan['Actual Loops'] + (plan['Rows Removed by Join Filter'] ?? 0)
  return (plan.Plans ?? []).reduce((sum, part) => sum + handled(part), own)
}

/** Runs statements and counts the rows and the blocks that Postgres looks at for them. */
function counted(trx: SqlExecutor) {
  const count = { rows: 0, blocks: 0 }
  const client: SqlExecutor = {
    isTransaction: true,
    async rawQuery(sql: string, values?: never) {
      const explained = `explain (analyze, buffers, timing off, format json) ${sql}`
      const { rows: lines } = (await trx.rawQuery(explained, values)) as Explained
      const plan = lines[0]['QUERY PLAN'][0].Plan
      count.rows += handled(plan)
      count.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      return { rows: [], rowCount: 0 }
    },
  }
  return { count, client }
}

/** Creates pending deliveries after Postgres has seen as many, none of them pending. Returns their endpoint. */
async function suddenlyPending() {
  const merchant = await createMerchant()
  const endpoint = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
  const change = async () => {
    await emit(merchant, 'license.frozen', new Array(PENDING).fill({}))
    await drainAll()
  }
  await change()
  await rows(
    db.connection(),
    `update webhook_deliveries set status = 'cancelled', next_retry_at = null where status = 'pending'`
  )
  await rows(db.connection(), 'vacuum analyze webhook_deliveries')
  await change()
  return { merchant, endpoint }
}

test.group('webhooks: a bulk change after a quiet time', (group) => {
  group.each.timeout(60_000)

  test('a claim does not look at all pending deliveries for each one that it takes', async ({ assert }) => {
    const { merchant, endpoint } = await suddenlyPending()
    const request = {
      ...{ limit: 500, perEndpoint: 10, windows: new Map([[endpoint.id, 300]]) },
      ...{ held: new Map(), leaseMs: 1000 },
    }
    await transaction(async (trx) => {
      const { count, client } = counted(trx)
      await claimDue(request, Date.now(), client)
      assert.isAbove(count.rows, 250)
      assert.isBelow(count.rows, 4 * PENDING)
    })
    await disable(merchant, endpoint.id)
  })

  test('events leave the outbox without a look at all of them for each one, after it was seen empty', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const happen = () => emit(merchant, 'license.frozen', new Array(PENDING).fill({}))
    await happen()
    await drainAll()
    // Its pages stay, as if others were writing.
    await rows(db.connection(), 'vacuum (analyze, truncate off) outbox_events')
    await happen()
    await transaction(async (trx) => {
      const { count, client } = counted(trx)
      await drainOutbox(1000, Date.now(), client)
      assert.isAbove(count.blocks, 1000)
      assert.isBelow(count.blocks, 20 * 1000)
    })
    await rows(db.connection(), 'vacuum analyze outbox_events')
    await drainAll()
  })

  test('a cancellation does not look at all pending deliveries for each one that it cancels', async ({
    assert,
  }) => {
    const { merchant, endpoint } = await suddenlyPending()
    await rows(db.connection(), 'update webhook_endpoints set enabled = false where id = ?', [endpoint.id])
    await transaction(async (trx) => {
      const { count, client } = counted(trx)
      await cancelClosed(client, endpoint.id)
      assert.isAbove(count.rows, PENDING / 2)
      assert.isBelow(count.rows, 20 * PENDING)
    })
    await disable(merchant, endpoint.id)
  })
})
