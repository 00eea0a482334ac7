import { ownFeatureProblems, type Features } from '#catalog/rules/features'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { holdTiersByCode } from '#licensing/store/held_tiers'
import type { OperationItem } from '#operations/rules/operation'
import type { RowProblem } from '#operations/transfer/row_problem'
import type { PlacedRow } from './read_rows.js'
import { itemOf } from './row_outcome.js'

/**
 * Returns rows with the tiers that they name, which it locks in the transaction, and items for rows whose product
 * does not have their tier or features (contract/17-tiers). Archived tiers also count, because exports name them.
 */
export async function tieredRows(
  trx: Trx,
  placed: PlacedRow[]
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
    const problem = problemOf({ ...row, heldTier }, defaults)
    if (problem) items.push(itemOf(row, { reason: 'bad-row', problem }))
    else tiered.push({ ...row, heldTier })
  }
  return { tiered, items }
}

function problemOf(row: PlacedRow, defaults: Map<string, Features>): RowProblem | null {
  const { tier, heldTier, features = null, productId } = row
  if (tier !== undefined && !heldTier) return { reason: 'unknown-tier', value: tier }
  const problems = ownFeatureProblems(defaults.get(productId) ?? {}, heldTier?.features ?? null, features)
  return problems.length > 0 ? { reason: 'fields', problems } : null
}

async function defaultsOf(trx: Trx, productIds: string[]): Promise<Map<string, Features>> {
  const found = await rows<{ id: string; defaults: Features }>(
    trx,
    `select id, feature_defaults as defaults from products where id = any(?::uuid[])`,
    [productIds]
  )
  return new Map(found.map(({ id, defaults }) => [id, defaults]))
}
