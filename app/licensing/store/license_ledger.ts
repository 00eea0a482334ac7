import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { Actor, Scope } from '#kernel/audit/scope'
import { countStatement, movesOf, type CountMove } from './license_counts.js'
import { updateStates } from './license_update.js'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { recordEvents } from '#kernel/outbox/outbox'
import { rowSet } from '#kernel/database/row_set'
import { inScope } from '#kernel/database/in_scope'
import { millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** One decided change of a license, ready to be written. */
export type LicenseChange = {
  before: LicenseState
  after: LicenseState
  /** Name of the event, for the timeline and for webhooks. */
  event: string
  /** Data of the outgoing event; null when the change is written down but nobody is told of it. */
  payload: Record<string, unknown> | null
}

/** Who makes a set of changes, why and when; the same for all of them. */
export type ChangeContext = {
  actor: Actor
  now: Millis
  reason?: string | null
  operationId?: string | null
}

const STATE_COLUMNS = [
  'id',
  'org_id as "orgId"',
  'product_id as "productId"',
  'key',
  'status',
  'expiration_mode as "expirationMode"',
  millis('expires_at', 'expiresAt'),
  'expires_after_days as "expiresAfterDays"',
  millis('activated_at', 'activatedAt'),
  millis('frozen_at', 'frozenAt'),
  millis('suspended_at', 'suspendedAt'),
  millis('paused_since', 'pausedSince'),
  'paused_ms::float8 as "pausedMs"',
  'revision',
].join(', ')

/**
 * Reads and locks licenses of a scope, in id order, so that two writers over the same rows can wait for each
 * other but never deadlock. Licenses out of scope are simply not there.
 */
export function lockLicenses(trx: Trx, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, 'order by id for update')
}

/** Reads and locks those licenses that nobody else holds: it never waits. */
export function lockFreeLicenses(trx: Trx, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, 'order by id for update skip locked')
}

/** Reads licenses of a scope without locking them. */
export function readLicenses(trx: Trx, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, '')
}

function select(trx: Trx, scope: Scope, ids: string[], lock: string) {
  const own = inScope(scope, 'licenses')
  return rows<LicenseState>(
    trx,
    `select ${STATE_COLUMNS} from licenses
     where id = any(?::uuid[]) and ${own.sql} ${lock}`,
    [ids, ...own.values]
  )
}

/**
 * Reads and locks licenses of every org whose expiry is due, at most `limit`. Rows that somebody else holds are
 * left out, so nobody waits and nothing deadlocks.
 */
export function lockDue(trx: Trx, now: Millis, limit: number): Promise<LicenseState[]> {
  return rows<LicenseState>(
    trx,
    `select ${STATE_COLUMNS} from licenses where sweep_at <= to_timestamp(?::float8 / 1000)
     order by sweep_at limit ? for update skip locked`,
    [now, limit]
  )
}

/**
 * Writes changes to locked licenses: their rows, their timeline, their outgoing events and the counts, in a
 * handful of statements however many they are (house rule: a change and its event are one transaction).
 */
export async function writeChanges(trx: Trx, changes: LicenseChange[], context: ChangeContext) {
  if (changes.length === 0) return
  await updateStates(trx, changes, context.now)
  await appendTimeline(
    trx,
    changes.map(({ before, after, event }) => ({
      orgId: after.orgId,
      licenseId: after.id,
      type: event,
      data: { before: changedFields(before, after), revision: after.revision },
    })),
    context,
    movesOf(changes)
  )
  await recordEvents(
    trx,
    changes.flatMap(({ after: { orgId, productId }, event, payload }) =>
      payload ? [{ orgId, productId, name: event, data: payload }] : []
    ),
    context.now
  )
  await recordMetrics(
    trx,
    changes
      .filter(({ event }) => event === 'license.revoked')
      .map(({ after: { orgId, productId } }) => ({ orgId, productId, metric: 'revoked' })),
    context.now
  )
}

export type TimelineEntry = {
  orgId: string
  licenseId: string
  type: string
  data: Record<string, unknown>
}

/**
 * Appends to the timelines of licenses (contract#timeline-and-deletion), and `moves` to the counts in the same
 * statement: a bulk chunk asks Postgres as few times as it can.
 */
export async function appendTimeline(
  trx: Trx,
  entries: TimelineEntry[],
  context: ChangeContext,
  moves: CountMove[] = []
) {
  const counted = countStatement(moves)
  const { columns, from, values } = rowSet([
    { name: 'license_id', type: 'uuid', values: entries.map((entry) => entry.licenseId) },
    { name: 'org_id', type: 'uuid', values: entries.map((entry) => entry.orgId) },
    { name: 'type', type: 'text', values: entries.map((entry) => entry.type) },
    { name: 'data', type: 'jsonb', values: entries.map((entry) => entry.data) },
    { name: 'actor_type', type: 'text', values: [context.actor.type] },
    { name: 'actor_id', type: 'uuid', values: [context.actor.id] },
    { name: 'operation_id', type: 'uuid', values: [context.operationId ?? null] },
    { name: 'reason', type: 'text', values: [context.reason ?? null] },
    { name: 'created_at', type: 'timestamptz', values: [context.now] },
  ])
  await rows(
    trx,
    `${counted ? `with counted as (${counted.sql})` : ''}
     insert into license_events
       (license_id, org_id, type, data, actor_type, actor_id, operation_id, reason, created_at)
     select ${columns.join(', ')} from ${from}`,
    [...(counted?.values ?? []), ...values]
  )
}

/** The values before the change of every field that it changed; undo puts them back. */
function changedFields(before: LicenseState, after: LicenseState): Partial<LicenseState> {
  const fields = (Object.keys(before) as (keyof LicenseState)[]).filter(
    (field) => field !== 'revision' && before[field] !== after[field]
  )
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}
