import { sweepAt } from '#domain/license/expiry_clock'
import type { LicenseState } from '#domain/license/license'
import { appendTimeline, recordCounts, timestamp, type ChangeContext } from '#services/license_ledger'
import { recordMetrics } from '#services/metrics'
import { recordEvents } from '#services/outbox'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'

/** A license that does not exist yet. */
export type NewLicense = LicenseState & {
  maxHwidResets: number | null
  policyOverride: Record<string, unknown> | null
  metadata: Record<string, unknown>
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
    context
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
  await recordCounts(
    trx,
    fresh.map((one) => ({ orgId: one.orgId, productId: one.productId, status: one.status, delta: 1 }))
  )
  await recordMetrics(
    trx,
    fresh.map((one) => ({ orgId: one.orgId, productId: one.productId, metric: 'created' })),
    context.now
  )
  return inserted
}

async function insertRows(trx: Trx, licenses: NewLicense[], context: ChangeContext) {
  const inserted = await rows<{ id: string }>(
    trx,
    `insert into licenses
       (id, org_id, product_id, key, status, expiration_mode, expires_at, expires_after_days, activated_at,
        frozen_at, suspended_at, paused_since, paused_ms, sweep_at, max_hwid_resets, policy_override, metadata,
        created_at, updated_at)
     select v.*, to_timestamp(?::float8 / 1000), to_timestamp(?::float8 / 1000)
     from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::timestamptz[],
       ?::int[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::bigint[],
       ?::timestamptz[], ?::int[], ?::jsonb[], ?::jsonb[]) as v
     on conflict on constraint licenses_key_unique do nothing
     returning id`,
    [
      context.now,
      context.now,
      licenses.map((one) => one.id),
      licenses.map((one) => one.orgId),
      licenses.map((one) => one.productId),
      licenses.map((one) => one.key),
      licenses.map((one) => one.status),
      licenses.map((one) => one.expirationMode),
      licenses.map((one) => timestamp(one.expiresAt)),
      licenses.map((one) => one.expiresAfterDays),
      licenses.map((one) => timestamp(one.activatedAt)),
      licenses.map((one) => timestamp(one.frozenAt)),
      licenses.map((one) => timestamp(one.suspendedAt)),
      licenses.map((one) => timestamp(one.pausedSince)),
      licenses.map((one) => one.pausedMs),
      licenses.map((one) => timestamp(sweepAt(one))),
      licenses.map((one) => one.maxHwidResets),
      licenses.map((one) => (one.policyOverride ? JSON.stringify(one.policyOverride) : null)),
      licenses.map((one) => JSON.stringify(one.metadata)),
    ]
  )
  return inserted.map(({ id }) => id)
}
