import { isDeepStrictEqual } from 'node:util'
import { ownFeatureProblems, type Features } from '#catalog/rules/features'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import type { LicenseState } from '#licensing/rules/license'
import { TIERED_COLUMNS, TIERED_TABLES } from '#licensing/store/tiered_sql'
import type { ImportRow } from '#operations/transfer/import_row'
import type { PlacedRow } from './read_rows.js'

/** The features that the own features of a license build on. */
export type FeatureBase = { featureDefaults: Features; tierFeatures: Features | null }

/** Reads the bases of the licenses whose rows name a tier or features; returns them by license id. */
export async function featureBases(
  trx: Trx,
  found: { license: LicenseState; row: PlacedRow }[]
): Promise<Map<string, FeatureBase>> {
  const ids = found.filter(({ row }) => row.heldTier || row.features).map(({ license }) => license.id)
  if (ids.length === 0) return new Map()
  const bases = await rows<FeatureBase & { id: string }>(
    trx,
    `select l.id, ${TIERED_COLUMNS} from licenses l ${TIERED_TABLES} where l.id = any(?::uuid[])`,
    [ids]
  )
  return new Map(bases.map((one) => [one.id, one]))
}

/**
 * The problems of the features that a license has after a row (contract/17-tiers). Features that the row repeats are
 * not checked again, because an export also has those that the product has withdrawn since; they must only fit beside
 * the features of the tier.
 */
export function updatedFeatureProblems(
  { heldTier, features }: Pick<ImportRow, 'heldTier' | 'features'>,
  had: Features | null,
  base: FeatureBase | undefined
): FieldProblem[] {
  const own = features ?? had
  if (!base || own === null) return []
  const tier = heldTier?.features ?? base.tierFeatures
  return ownFeatureProblems(base.featureDefaults, tier, own, isDeepStrictEqual(own, had))
}
