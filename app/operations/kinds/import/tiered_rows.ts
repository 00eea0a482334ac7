import { ownFeatureProblems, type Features } from '#catalog/rules/features'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { expiresInThePast } from '#licensing/rules/terms'
import { termsOfTier } from '#licensing/rules/tier_terms'
import { holdTiersByCode } from '#licensing/store/held_tiers'
import type { OperationItem } from '#operations/rules/operation'
import { freezesNow } from '#operations/transfer/import_expiry'
import type { RowProblem } from '#operations/transfer/row_problem'
import type { PlacedRow } from './read_rows.js'
import { itemOf } from './row_outcome.js'

/**
 * Returns rows with the tiers that they name, which it locks in the transaction, and items for rows whose product
 * does not have their tier (contract/17-tiers). Archived tiers also count, because exports name them. A row whose
 * features its product does not declare, or whose tier gives terms that have passed, cannot create a license.
 */
export async function tieredRows(
  trx: Trx,
  placed: PlacedRow[],
  now: Millis
): Promise<{ tiered: PlacedRow[]; items: OperationItem[] }> {
  const asking = placed.filter(({ tier, features }) => tier !== undefined || features !== undefined)
  if (asking.length === 0) return { tiered: placed, items: [] }
  const productIds = [...new Set(asking.map(({ productId }) => productId))]
  const codes = [...new Set(asking.flatMap(({ tier }) => tier ?? []))]
  const tiers = codes.length === 0 ? [] : await holdTiersByCode(trx, productIds, codes)
  const defaults = await defaultsOf(trx, productIds)
  const tiered: PlacedRow[] = []
  const items: OperationItem[] = []
  for (const row of placed) {
    const heldTier = tiers.find(({ productId, code }) => productId === row.productId && code === row.tier)
    if (row.tier !== undefined && !heldTier) {
      items.push(itemOf(row, { reason: 'bad-row', problem: { reason: 'unknown-tier', value: row.tier } }))
      continue
    }
    const notNew = row.notNew ?? whyNotNew({ ...row, heldTier }, defaults.get(row.productId) ?? {}, now)
    tiered.push({ ...row, heldTier, notNew })
  }
  return { tiered, items }
}

function whyNotNew(row: PlacedRow, defaults: Features, now: Millis): RowProblem | null {
  const { heldTier, features = null, terms, status, frozenAt } = row
  const problems = ownFeatureProblems(defaults, heldTier?.features ?? null, features)
  if (problems.length > 0) return { reason: 'fields', problems }
  const copied = terms ? undefined : termsOfTier(heldTier?.terms)
  const isNow = freezesNow(row) || (status === undefined && !frozenAt)
  if (!isNow || !copied || !expiresInThePast(copied, now)) return null
  return { reason: 'in-the-past', field: 'expiresAt of the tier', value: heldTier!.terms!.expiresAt }
}

async function defaultsOf(trx: Trx, productIds: string[]): Promise<Map<string, Features>> {
  const found = await rows<{ id: string; defaults: Features }>(
    trx,
    `select id, feature_defaults as defaults from products where id = any(?::uuid[])`,
    [productIds]
  )
  return new Map(found.map(({ id, defaults }) => [id, defaults]))
}
