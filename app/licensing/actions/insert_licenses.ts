import { sweepAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'
import { fieldsIn } from '#licensing/store/column_sql'
import { LICENSE_COLUMNS, type FieldsIn } from '#licensing/store/columns'
import { moveOf } from '#licensing/store/license_counts'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { recordEvents } from '#kernel/outbox/outbox'
import { rowSet, type RowColumn } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** A license that does not exist yet. */
export type NewLicense = LicenseState &
  LicenseAttributes & {
    /** Set for a license that was created elsewhere earlier; if omitted, it is created now. */
    createdAt?: Millis
    /** The first owner; the caller has locked this end user. */
    endUserId?: string | null
    /** The reason of this license, if the licenses of a set have different reasons. */
    reason?: string
  }

/**
 * Writes new licenses with their timeline, events and counts, in a fixed number of statements. Skips licenses whose
 * key the org already has. Returns the ids that were inserted; the caller decides what a skipped key means.
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
      reason: one.reason,
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

/** The columns whose values an insert derives or fills with a default. */
const SETTLED: { [F in FieldsIn<'new'>]?: (license: NewLicense, now: Millis) => unknown } = {
  createdAt: (license, now) => license.createdAt ?? now,
  updatedAt: (_license, now) => now,
  endUserId: (license) => license.endUserId ?? null,
  sweepAt: (license) => sweepAt(license),
}

async function insertRows(trx: Trx, licenses: NewLicense[], { now }: ChangeContext) {
  const given = fieldsIn('new').map((field): RowColumn => {
    const { name, type } = LICENSE_COLUMNS[field]
    const of = SETTLED[field] ?? ((license: NewLicense) => license[field as keyof NewLicense])
    return { name, type, values: licenses.map((license) => of(license, now)) }
  })
  const { columns, from, values } = rowSet(given as [RowColumn, ...RowColumn[]])
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
