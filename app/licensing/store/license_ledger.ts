import type { Millis } from '#kernel/time/millis'
import type { Told } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { Actor, Scope } from '#kernel/audit/scope'
import { countStatements, movesOf, type CountMove } from './license_counts.js'
import { fieldsIn, selected } from './column_sql.js'
import { updateStates } from './license_update.js'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import type { LicenseEventName } from '#kernel/outbox/events'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'
import { rowSet } from '#kernel/database/row_set'
import { inScope } from '#kernel/database/in_scope'
import { rows, type SqlTransaction } from '#kernel/database/sql'

/** One decided change of a license, ready to be written. */
export type LicenseChange<Name extends LicenseEventName = LicenseEventName> = {
  before: LicenseState
  after: LicenseState
  /** The event, for the timeline. If its payload is null, no endpoint receives it. */
} & (Told<Name> | { event: LicenseEventName; payload: null })

/** The actor, reason and moment that all changes of a set share. */
export type ChangeContext = {
  actor: Actor
  now: Millis
  reason?: string | null
  operationId?: string | null
}

const STATE_COLUMNS = selected(fieldsIn('state'))

/**
 * Reads and locks licenses of a scope, in id order, so that two writers of the same rows can wait for each other but
 * never deadlock. The result omits licenses outside the scope.
 */
export function lockLicenses(trx: SqlTransaction, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, 'order by id for update')
}

/** Reads and locks the licenses that no other transaction has locked; it never waits. */
export function lockFreeLicenses(trx: SqlTransaction, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, 'order by id for update skip locked')
}

/** Reads licenses of a scope without locking them. */
export function readLicenses(trx: SqlTransaction, scope: Scope, ids: string[]): Promise<LicenseState[]> {
  return select(trx, scope, ids, '')
}

function select(trx: SqlTransaction, scope: Scope, ids: string[], lock: string) {
  const own = inScope(scope, 'licenses')
  return rows<LicenseState>(
    trx,
    `select ${STATE_COLUMNS} from licenses
     where id = any(?::uuid[]) and ${own.sql} ${lock}`,
    [ids, ...own.values]
  )
}

/**
 * Reads and locks at most `limit` licenses, of all orgs, whose expiry is due. It skips rows that another transaction
 * has locked, so it never waits and cannot deadlock.
 */
export function lockDue(trx: SqlTransaction, now: Millis, limit: number): Promise<LicenseState[]> {
  return rows<LicenseState>(
    trx,
    `select ${STATE_COLUMNS} from licenses where sweep_at <= to_timestamp(?::float8 / 1000)
     order by sweep_at limit ? for update skip locked`,
    [now, limit]
  )
}

/**
 * Writes changes of locked licenses: their rows, timelines, outgoing events and counts. The number of statements does
 * not grow with the number of changes (house rule: a change and its event are one transaction).
 */
export async function writeChanges(trx: SqlTransaction, changes: LicenseChange[], context: ChangeContext) {
  if (changes.length === 0) return
  await updateStates(trx, changes, context.now)
  await appendTimeline(
    trx,
    changes.map((change) => ({
      orgId: change.after.orgId,
      licenseId: change.after.id,
      type: change.event,
      data: { before: changedFields(change), revision: change.after.revision },
    })),
    context,
    movesOf(changes)
  )
  await recordEvents(
    trx,
    changes.flatMap((change) => (change.payload === null ? [] : [outgoing(change.after, change)])),
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

/** The event of a change for the endpoints of its product. */
function outgoing<Name extends LicenseEventName>(
  { orgId, productId }: LicenseState,
  told: Told<Name>
): OutgoingEvent<Name> {
  return { orgId, productId, name: told.event, data: told.payload }
}

export type TimelineEntry = {
  orgId: string
  licenseId: string
  type: LicenseEventName
  data: Record<string, unknown>
  /** The reason of this entry, if it differs from the reason of the set. */
  reason?: string
}

/**
 * Appends entries to the timelines of licenses (contract#timeline-and-deletion), and `moves` to the counts in the same
 * statement, so that a bulk chunk needs few round trips to Postgres.
 */
export async function appendTimeline(
  trx: SqlTransaction,
  entries: TimelineEntry[],
  context: ChangeContext,
  moves: CountMove[] = []
) {
  const counted = countStatements(moves)
  const counting = counted.map(({ sql }, at) => `counted${at} as (${sql})`).join(', ')
  const { columns, from, values } = rowSet([
    { name: 'license_id', type: 'uuid', values: entries.map((entry) => entry.licenseId) },
    { name: 'org_id', type: 'uuid', values: entries.map((entry) => entry.orgId) },
    { name: 'type', type: 'text', values: entries.map((entry) => entry.type) },
    { name: 'data', type: 'jsonb', values: entries.map((entry) => entry.data) },
    { name: 'actor_type', type: 'text', values: [context.actor.type] },
    { name: 'actor_id', type: 'uuid', values: [context.actor.id] },
    { name: 'operation_id', type: 'uuid', values: [context.operationId ?? null] },
    { name: 'reason', type: 'text', values: entries.map((entry) => entry.reason ?? context.reason ?? null) },
    { name: 'created_at', type: 'timestamptz', values: [context.now] },
  ])
  await rows(
    trx,
    `${counting && `with ${counting}`}
     insert into license_events
       (license_id, org_id, type, data, actor_type, actor_id, operation_id, reason, created_at)
     select ${columns.join(', ')} from ${from}`,
    [...counted.flatMap((one) => one.values), ...values]
  )
}

/**
 * Returns the old values of the changed fields; undo restores them. An expiresAt that was only stated again is among
 * them, as it is in the event: it takes back the time that the license was frozen for.
 */
function changedFields({ before, after, payload }: LicenseChange): Partial<LicenseState> {
  const told: readonly string[] = payload && 'fields' in payload ? payload.fields : []
  const fields = (Object.keys(before) as (keyof LicenseState)[]).filter(
    (field) => field !== 'revision' && (before[field] !== after[field] || told.includes(field))
  )
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}
