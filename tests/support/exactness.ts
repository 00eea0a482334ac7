import db from '@adonisjs/lucid/services/db'
import assert from 'node:assert/strict'
import FindOperation from '#queries/operations/find_operation'
import { rows } from '#services/sql'

/**
 * Holds a finished operation against the database: progress, chunks, item outcomes, timeline and outgoing
 * events agree exactly, whatever happened on the way. `event` is what each success leaves exactly once.
 */
export async function assertExact(
  operationId: string,
  event: string,
  expected: { total: number; succeeded: number }
) {
  const operation = (await new FindOperation().byId(operationId))!
  assert.equal(operation.status, 'completed')
  const { total, processed, succeeded, skipped, failed } = operation
  assert.deepEqual({ total, processed, succeeded }, { ...expected, processed: expected.total })
  const [facts] = await rows<Record<string, number>>(
    db.connection(),
    `select
       (select coalesce(sum(size), 0)::int from operation_chunks where operation_id = o.id) as size,
       (select count(*)::int from operation_chunks where operation_id = o.id and done_at is null) as open,
       (select count(*)::int from operation_items where operation_id = o.id) as items,
       (select count(*)::int from license_events where operation_id = o.id and type = ?) as told,
       (select count(distinct license_id)::int from license_events where operation_id = o.id) as licenses,
       (select count(*)::int from outbox_events where org_id = o.org_id and name = ?
          and (data->>'licenseId')::uuid in (select license_id from license_events where operation_id = o.id)
       ) as sent,
       (select count(*)::int from outbox_events
          where org_id = o.org_id and name = 'operation.completed' and data->>'operationId' = o.id::text) as ended
     from operations o where o.id = ?`,
    [event, event, operationId]
  )
  assert.deepEqual(facts, {
    size: total,
    open: 0,
    items: skipped + failed,
    told: succeeded,
    licenses: succeeded,
    sent: succeeded,
    ended: 1,
  })
}

/** The exact counts of an org by status: what its licenses say and what counts and deltas add up to. */
export async function assertCounts(orgId: string) {
  const counted = await rows(
    db.connection(),
    `select status, sum(count)::int as count from (
       select status, count from license_counts where org_id = ?
       union all select status, delta from license_count_deltas where org_id = ?
     ) as counts group by status having sum(count) <> 0 order by status`,
    [orgId, orgId]
  )
  const real = await rows(
    db.connection(),
    'select status, count(*)::int as count from licenses where org_id = ? group by status order by status',
    [orgId]
  )
  assert.deepEqual(counted, real)
}
