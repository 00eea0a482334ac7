import { effectiveFeatures, sizeProblems, withdrawn, type Features } from '#catalog/rules/features'
import { assertFeatureRoom } from '#catalog/queries/feature_room'
import { unconfirmed } from '#catalog/rules/confirmation'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { invalidFields } from '#kernel/refusals/refusal'

/**
 * Checks that a locked product may change its declared features. The effective features of its tiers and licenses must
 * still fit into an answer, and withdrawing features that licenses have requires `confirm` (contract/17-tiers).
 * @throws Refusal VALIDATION_ERROR
 */
export async function assertFeatures(
  trx: Trx,
  productId: string,
  before: Features,
  after: Features,
  confirm: boolean
) {
  const sql = `select features from tiers where product_id = ?`
  const tiers = await rows<{ features: Features }>(trx, sql, [productId])
  const tooLarge = tiers.flatMap(({ features }) => sizeProblems(effectiveFeatures(after, features, null)))
  if (tooLarge.length > 0) throw invalidFields(tooLarge.slice(0, 1))
  await assertFeatureRoom(trx, { sql: 'l.product_id = ?', values: [productId] }, { defaults: after })
  const gone = withdrawn(before, after)
  if (gone.length === 0 || confirm) return
  const affected = await licensesWith(trx, productId, gone)
  if (affected > 0) throw invalidFields(unconfirmed(affected, gone))
}

/** The number of licenses of a product that have one of these features, directly or through their tier. */
async function licensesWith(trx: Trx, productId: string, names: string[]): Promise<number> {
  const row = await firstRow<{ count: number }>(
    trx,
    `select count(*)::float8 as count from licenses l
     where l.product_id = ? and (jsonb_exists_any(l.features, ?::text[]) or l.tier_id in (
       select id from tiers where product_id = ? and jsonb_exists_any(features, ?::text[])))`,
    [productId, names, productId, names]
  )
  return row!.count
}
