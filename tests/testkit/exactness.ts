import db from '@adonisjs/lucid/services/db'
import assert from 'node:assert/strict'
import type { FinalStatus } from '#operations/rules/operation'
import { kindOf, type Operation, type OperationRow, type OperationType } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { assertAnalytics } from './analytics.js'

/** The event of each operation type. Each success leaves exactly one, in the timeline and in the outbox. */
const EVENTS: Partial<Record<OperationType, string>> = {
  'licenses.freeze': 'license.frozen',
  'licenses.unfreeze': 'license.unfrozen',
  'licenses.revoke': 'license.revoked',
  'licenses.unrevoke': 'license.unrevoked',
  'licenses.suspend': 'license.suspended',
  'licenses.unsuspend': 'license.unsuspended',
  'licenses.extend': 'license.updated',
  'licenses.delete': 'license.deleted',
  'licenses.reset_hwid': 'license.hwid_reset',
  'licenses.reset_ip': 'license.ip_reset',
  'licenses.set_tier': 'license.tier_changed',
  'licenses.set_updates': 'license.updated',
  'licenses.import': 'license.created',
}

/** The type whose event an undo emits. */
const OPPOSITE: Partial<Record<OperationType, OperationType>> = {
  'licenses.freeze': 'licenses.unfreeze',
  'licenses.unfreeze': 'licenses.freeze',
  'licenses.revoke': 'licenses.unrevoke',
  'licenses.unrevoke': 'licenses.revoke',
  'licenses.suspend': 'licenses.unsuspend',
  'licenses.unsuspend': 'licenses.suspend',
  'licenses.extend': 'licenses.extend',
  'licenses.set_tier': 'licenses.set_tier',
  'licenses.set_updates': 'licenses.set_updates',
}

/**
 * SQL for the state of a license `l` that an operation succeeded on; `e` is its line in the timeline, `o` the
 * operation.
 */
const STATES: Partial<Record<OperationType, string>> = {
  'licenses.freeze': 'l.frozen_at is not null',
  'licenses.unfreeze': 'l.frozen_at is null',
  'licenses.revoke': `l.status = 'REVOKED'`,
  'licenses.unrevoke': `l.status <> 'REVOKED'`,
  'licenses.suspend': `l.status = 'SUSPENDED'`,
  'licenses.unsuspend': `l.status <> 'SUSPENDED'`,
  'licenses.extend': `extract(epoch from l.expires_at) * 1000 =
    (e.data->'before'->>'expiresAt')::numeric + (o.params->>'days')::int * 86400000.0`,
  'licenses.delete': 'l.id is null',
  'licenses.reset_hwid': `l.hwid_reset_count = 1
    and not exists (select 1 from license_bindings b where b.license_id = l.id and b.kind = 'HWID')`,
  'licenses.reset_ip': `l.ip_reset_count = 1
    and not exists (select 1 from license_bindings b where b.license_id = l.id and b.kind = 'IP')`,
  'licenses.set_tier': `l.tier_id is not distinct from (o.params->>'tierId')::uuid`,
  'licenses.set_updates': `l.max_version is not distinct from o.params->>'maxVersion'`,
  'licenses.import': 'l.id is not null',
}

/** The size of an operation from which the checks need statistics of its rows. */
const MANY = 50_000

type Expected = { total: number; succeeded: number; status?: FinalStatus }

/**
 * Compares an ended operation with the database, whatever failures happened while it ran: progress, chunks, item
 * outcomes, states of the licenses, their timelines, outgoing events and counts must agree exactly. The outbox must not
 * have been drained, so no worker may serve the queue `webhooks`. Set `turnedBack` if a later operation has reverted
 * this one.
 */
export async function assertExact(
  operationId: string,
  { total, succeeded, status = 'completed' }: Expected,
  { turnedBack = false } = {}
) {
  const operation = (await new FindOperation().byId(operationId))!
  assert.equal(operation.status, status)
  assert.deepEqual({ total: operation.total, succeeded: operation.succeeded }, { total, succeeded })
  const { processed, skipped, failed } = operation
  assert.equal(processed, succeeded + skipped + failed)
  if (status === 'completed') assert.equal(processed, total)
  // Fresh tables have no statistics: among that many rows, Postgres would choose a plan that takes minutes.
  if (total >= MANY) await rows(db.connection(), 'analyze license_events, operation_chunks, operation_items')
  await db.transaction(async (trx) => {
    // Nor does it know how many licenses a chunk names, and a nested loop over them would take as long.
    await rows(trx, 'set local enable_nestloop = off')
    await assertChunks(trx, operation)
    await assertOutcomes(trx, operation)
    await assertTraces(trx, operation, turnedBack)
    await assertTimelines(trx, operation.orgId)
  })
  await assertAnalytics(operation.orgId)
}

/** The chunks contain all of the work, and their finished part matches the progress. */
async function assertChunks(trx: Trx, { id, total, processed, succeeded, skipped, failed }: OperationRow) {
  const [facts] = await rows<object>(
    trx,
    `select sum(size)::int as total,
       (sum(size) filter (where done_at is not null))::int as done, sum(processed)::int as processed,
       sum(succeeded)::int as succeeded, sum(skipped)::int as skipped, sum(failed)::int as failed
     from operation_chunks where operation_id = ?`,
    [id]
  )
  const nothing = processed === 0 ? null : processed
  assert.deepEqual(facts, { total, done: nothing, processed, succeeded, skipped, failed })
}

/**
 * Every license of a finished chunk has exactly one outcome: a line in its timeline or an item. Other licenses have
 * none.
 */
async function assertOutcomes(trx: Trx, { id, type, skipped, failed }: OperationRow) {
  const [items] = await rows<object>(
    trx,
    `select (count(*) filter (where outcome = 'skipped'))::int as skipped,
       (count(*) filter (where outcome = 'failed'))::int as failed
     from operation_items where operation_id = ?`,
    [id]
  )
  assert.deepEqual(items, { skipped, failed })
  if (type === 'licenses.import') return
  const wrong = await rows(
    trx,
    `with told as (
       select license_id, count(*) as lines from license_events where operation_id = ? group by license_id
     )
     select named.id from operation_chunks c
     cross join unnest(c.license_ids) with ordinality as named (id, n)
     left join told on told.license_id = named.id
     left join operation_items i on i.operation_id = c.operation_id and i.index = c.first_index + named.n - 1
     where c.operation_id = ? and (named.id is not null or c.license_keys[named.n] is not null)
       and coalesce(told.lines, 0) + (i.operation_id is not null)::int <> (c.done_at is not null)::int
     limit 3`,
    [id, id]
  )
  assert.deepEqual(wrong, [], 'licenses without exactly one outcome')
}

/** Each success left one line in the timeline, one outgoing event and the matching state. */
async function assertTraces(trx: Trx, operation: OperationRow, turnedBack: boolean) {
  const { id, succeeded } = operation
  const read: Operation = kindOf(operation.type).read(operation)
  const undone = read.type === 'licenses.undo'
  const type = undone ? OPPOSITE[read.params.type]! : read.type
  const state = turnedBack || (undone && type === 'licenses.extend') ? 'true' : STATES[type]!
  const [facts] = await rows<object>(
    trx,
    `with told as (select license_id, type, data from license_events where operation_id = ?),
     sent as (
       select (data->>'licenseId')::uuid as license_id from outbox_events where org_id = ? and name = ?
     )
     select
       (select count(*)::int from told where type = ?) as told,
       (select count(distinct license_id)::int from told) as licenses,
       (select count(*)::int from sent where license_id in (select license_id from told)) as sent,
       (select count(*)::int from told e cross join (select params from operations where id = ?) o
          left join licenses l on l.id = e.license_id where ${state}) as changed,
       (select count(*)::int from outbox_events where org_id = ? and name like 'operation.%'
          and data->>'operationId' = ? and name = ?) as ended,
       (select count(*)::int from outbox_events where org_id = ? and name like 'operation.%'
          and data->>'operationId' = ?) as endings`,
    [
      id,
      operation.orgId,
      EVENTS[type],
      EVENTS[type],
      id,
      operation.orgId,
      id,
      `operation.${operation.status}`,
      operation.orgId,
      id,
    ]
  )
  const each = { told: succeeded, licenses: succeeded, sent: succeeded, changed: succeeded }
  assert.deepEqual(facts, { ...each, ended: 1, endings: 1 })
}

/** The revision of a license equals the number of its timeline lines and the revision of the last line. */
async function assertTimelines(trx: Trx, orgId: string) {
  const wrong = await rows(
    trx,
    `select l.id, l.revision, e.lines, e.last from licenses l join (
       select license_id, count(*) as lines, max((data->>'revision')::int) as last
       from license_events where org_id = ? group by license_id
     ) e on e.license_id = l.id
     where l.org_id = ? and (l.revision <> e.last or l.revision <> e.lines) limit 3`,
    [orgId, orgId]
  )
  assert.deepEqual(wrong, [], 'licenses whose timeline tells something else')
}
