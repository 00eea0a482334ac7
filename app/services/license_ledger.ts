import { sweepAt } from '#domain/license/expiry_clock'
import type { LicenseState, LicenseStatus, Millis } from '#domain/license/license'
import type { Actor, Scope } from '#domain/scope'
import { recordMetrics } from './metrics.js'
import { recordEvents } from './outbox.js'
import { millis, rows } from './sql.js'
import type { Trx } from './unit_of_work.js'

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
  return rows<LicenseState>(
    trx,
    `select ${STATE_COLUMNS} from licenses
     where id = any(?::uuid[]) and org_id = ? and (?::uuid is null or product_id = ?::uuid)
     order by id for update`,
    [ids, scope.orgId, scope.productId, scope.productId]
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

/** Puts the reminder of locked licenses where their clock says, without changing anything else. */
export async function remindAgain(trx: Trx, states: LicenseState[]) {
  if (states.length === 0) return
  await rows(
    trx,
    `update licenses set sweep_at = v.sweep_at
     from unnest(?::uuid[], ?::timestamptz[]) as v (id, sweep_at) where licenses.id = v.id`,
    [states.map(({ id }) => id), states.map((state) => timestamp(sweepAt(state)))]
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
    context
  )
  await recordEvents(
    trx,
    changes.flatMap(({ after: { orgId, productId }, event, payload }) =>
      payload ? [{ orgId, productId, name: event, data: payload }] : []
    ),
    context.now
  )
  await recordCounts(trx, statusMoves(changes))
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

/** Appends to the timelines of licenses (contract 3, GET .../events). */
export async function appendTimeline(trx: Trx, entries: TimelineEntry[], context: ChangeContext) {
  await rows(
    trx,
    `insert into license_events
       (org_id, license_id, type, data, actor_type, actor_id, operation_id, reason, created_at)
     select org_id, license_id, type, data, ?, ?::uuid, ?::uuid, ?, to_timestamp(?::float8 / 1000)
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::jsonb[]) as t (org_id, license_id, type, data)`,
    [
      context.actor.type,
      context.actor.id,
      context.operationId ?? null,
      context.reason ?? null,
      context.now,
      entries.map((entry) => entry.orgId),
      entries.map((entry) => entry.licenseId),
      entries.map((entry) => entry.type),
      entries.map((entry) => JSON.stringify(entry.data)),
    ]
  )
}

export type CountMove = { orgId: string; productId: string; status: LicenseStatus; delta: number }

/**
 * Appends what a transaction did to the counts, one row per product and status: nobody waits for a counter
 * row, and a reader adds these rows up (contract 8).
 */
export async function recordCounts(trx: Trx, moves: CountMove[]) {
  const sums = new Map<string, CountMove>()
  for (const move of moves) {
    const key = `${move.productId} ${move.status}`
    const sum = sums.get(key)
    if (sum) sum.delta += move.delta
    else sums.set(key, { ...move })
  }
  const deltas = [...sums.values()].filter(({ delta }) => delta !== 0)
  if (deltas.length === 0) return
  await rows(
    trx,
    `insert into license_count_deltas (org_id, product_id, status, delta)
     select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::int[])`,
    [
      deltas.map((one) => one.orgId),
      deltas.map((one) => one.productId),
      deltas.map((one) => one.status),
      deltas.map((one) => one.delta),
    ]
  )
}

async function updateStates(trx: Trx, changes: LicenseChange[], now: Millis) {
  const after = changes.map((change) => change.after)
  await rows(
    trx,
    `update licenses set
       status = v.status, expiration_mode = v.expiration_mode, expires_at = v.expires_at,
       expires_after_days = v.expires_after_days, activated_at = v.activated_at, frozen_at = v.frozen_at,
       suspended_at = v.suspended_at, paused_since = v.paused_since, paused_ms = v.paused_ms,
       sweep_at = v.sweep_at, revision = v.revision, updated_at = to_timestamp(?::float8 / 1000)
     from unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[], ?::int[], ?::timestamptz[],
       ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::bigint[], ?::timestamptz[], ?::int[])
       as v (id, status, expiration_mode, expires_at, expires_after_days, activated_at, frozen_at,
         suspended_at, paused_since, paused_ms, sweep_at, revision)
     where licenses.id = v.id`,
    [
      now,
      after.map((one) => one.id),
      after.map((one) => one.status),
      after.map((one) => one.expirationMode),
      after.map((one) => timestamp(one.expiresAt)),
      after.map((one) => one.expiresAfterDays),
      after.map((one) => timestamp(one.activatedAt)),
      after.map((one) => timestamp(one.frozenAt)),
      after.map((one) => timestamp(one.suspendedAt)),
      after.map((one) => timestamp(one.pausedSince)),
      after.map((one) => one.pausedMs),
      after.map((one) => timestamp(sweepAt(one))),
      after.map((one) => one.revision),
    ]
  )
}

/** The values before the change of every field that it changed; undo puts them back. */
function changedFields(before: LicenseState, after: LicenseState): Partial<LicenseState> {
  const fields = (Object.keys(before) as (keyof LicenseState)[]).filter(
    (field) => field !== 'revision' && before[field] !== after[field]
  )
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}

function statusMoves(changes: LicenseChange[]): CountMove[] {
  return changes
    .filter(({ before, after }) => before.status !== after.status)
    .flatMap(({ before, after }) => [
      { orgId: after.orgId, productId: after.productId, status: before.status, delta: -1 },
      { orgId: after.orgId, productId: after.productId, status: after.status, delta: 1 },
    ])
}

/** Postgres reads ISO 8601; null stays null. */
export function timestamp(at: Millis | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
