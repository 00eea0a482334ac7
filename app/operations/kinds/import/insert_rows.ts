import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { insertLicenses, type NewLicense } from '#licensing/actions/insert_licenses'
import { newAttributes, type LicenseAttributes } from '#licensing/rules/patch'
import { termsOfTier } from '#licensing/rules/tier_terms'
import { importedState } from '#operations/transfer/imported_license'
import { contextOf } from '../on_behalf.js'
import type { Import } from './params.js'
import type { PlacedRow } from './read_rows.js'

/**
 * Creates licenses from rows whose key is free, and returns those rows. Rows are inserted in the order of their keys,
 * so two imports of the same keys wait for each other but never deadlock.
 */
export async function insertNew(
  trx: Trx,
  operation: Import,
  creatable: PlacedRow[],
  now: number
): Promise<Set<PlacedRow>> {
  const sorted = creatable.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const licenses = sorted.map((row) => newLicense(operation.orgId, row, now))
  const inserted = await insertLicenses(trx, licenses, contextOf(operation, now))
  return new Set(sorted.filter((_, at) => inserted.has(licenses[at].id)))
}

/** Returns the rows whose key no license of the org has. */
export async function withoutKnownKeys(
  trx: Trx,
  { orgId }: Import,
  placed: PlacedRow[]
): Promise<Set<PlacedRow>> {
  const found = await rows<{ key: string }>(
    trx,
    'select key from licenses where org_id = ? and key = any(?::text[])',
    [orgId, placed.map((row) => row.key)]
  )
  const known = new Set(found.map(({ key }) => key))
  return new Set(placed.filter((row) => !known.has(row.key)))
}

function newLicense(orgId: string, row: PlacedRow, now: number): NewLicense {
  return {
    id: newId(),
    orgId,
    productId: row.productId,
    key: row.key,
    ...importedState({ ...row, terms: row.terms ?? termsOfTier(row.heldTier?.terms) }, now),
    tierId: row.heldTier?.id ?? null,
    revision: 1,
    ...newAttributes(row as Partial<LicenseAttributes>),
    createdAt: row.createdAt,
  }
}
