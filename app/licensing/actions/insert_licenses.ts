import { sweepAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { moveOf } from '#licensing/store/license_counts'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { recordEvents } from '#kernel/outbox/outbox'
import { rowSet, type ColumnType, type RowColumn } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** A license that does not exist yet. */
export type NewLicense = LicenseState & {
  maxHwidResets: number | null
  policyOverride: Record<string, unknown> | null
  metadata: Record<string, unknown>
  /** Where it was made elsewhere before; left out, it is made now. */
  createdAt?: Millis
}

/**
 * Writes new licenses with their timeline, events and counts, in a fixed number of statements. A key that the
 * org has already is left out: returns the ids that went in, and the caller says what that means.
 */
export async function insertLicenses(
  trx: Trx,
  licenses: NewLicense[],
  context: ChangeContext
): Promise<Set<string>> {
  if (licenses.length === 0) return new Set()
  const inserted = new Set(await insertRows(trx, licenses, context))
  const fresh = licenses.filter((license) => inserted.has(license.id))
  if (fresh.length === 0) return inserted
  await rows(trx, `insert into license_search (license_id, key) select * from unnest(?::uuid[], ?::text[])`, [
    fresh.map((one) => one.id),
    fresh.map((one) => one.key),
  ])
  await appendTimeline(
    trx,
    fresh.map((one) => ({
      orgId: one.orgId,
      licenseId: one.id,
      type: 'license.created',
      data: { revision: one.revision },
    })),
    context,
    fresh.map((one) => moveOf(one, 1))
  )
  await recordEvents(
    trx,
    fresh.map((one) => ({
      orgId: one.orgId,
      productId: one.productId,
      name: 'license.created',
      data: { licenseId: one.id },
    })),
    context.now
  )
  await recordMetrics(
    trx,
    fresh.map((one) => ({ orgId: one.orgId, productId: one.productId, metric: 'created' })),
    context.now
  )
  return inserted
}

async function insertRows(trx: Trx, licenses: NewLicense[], context: ChangeContext) {
  const column = (name: string, type: ColumnType, of: (license: NewLicense) => unknown): RowColumn => ({
    name,
    type,
    values: licenses.map(of),
  })
  const given = [
    column('id', 'uuid', (one) => one.id),
    column('org_id', 'uuid', (one) => one.orgId),
    column('product_id', 'uuid', (one) => one.productId),
    column('key', 'text', (one) => one.key),
    column('status', 'text', (one) => one.status),
    column('expiration_mode', 'text', (one) => one.expirationMode),
    column('expires_at', 'timestamptz', (one) => one.expiresAt),
    column('expires_after_days', 'int', (one) => one.expiresAfterDays),
    column('activated_at', 'timestamptz', (one) => one.activatedAt),
    column('frozen_at', 'timestamptz', (one) => one.frozenAt),
    column('suspended_at', 'timestamptz', (one) => one.suspendedAt),
    column('paused_since', 'timestamptz', (one) => one.pausedSince),
    column('paused_ms', 'bigint', (one) => one.pausedMs),
    column('sweep_at', 'timestamptz', (one) => sweepAt(one)),
    column('max_hwid_resets', 'int', (one) => one.maxHwidResets),
    column('policy_override', 'jsonb', (one) => one.policyOverride),
    column('metadata', 'jsonb', (one) => one.metadata),
    column('created_at', 'timestamptz', (one) => one.createdAt ?? context.now),
    column('updated_at', 'timestamptz', () => context.now),
  ] as [RowColumn, ...RowColumn[]]
  const { columns, from, values } = rowSet(given)
  const inserted = await rows<{ id: string }>(
    trx,
    `insert into licenses (${given.map(({ name }) => name).join(', ')})
     select ${columns.join(', ')} from ${from}
     on conflict on constraint licenses_key_unique do nothing
     returning id`,
    values
  )
  return inserted.map(({ id }) => id)
}
