import { isDeepStrictEqual } from 'node:util'
import { ownFeatureProblems, type Features } from '#catalog/rules/features'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { invalidFields } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { assertTierFits, holdTiers, type HeldTier } from '#licensing/store/held_tiers'

/** A license that exists or is being created, with the tier and the own features that it had. */
type Licensed = { orgId: string; productId: string; tierId: string | null; features: Features | null }

/**
 * Returns the tier that the license will have, locked until the transaction ends, and checks the license's own
 * features against it (contract/17-tiers). An undefined `tierId` keeps the current tier, and undefined `features` keep
 * the current ones. Features that stay the same may name some that the product has withdrawn since.
 * @throws Refusal NOT_FOUND for a tier that the org does not have; BAD_REQUEST for one of another product; CONFLICT for
 *   one that is archived; VALIDATION_ERROR for features that the product does not declare.
 */
export async function holdTierOf(
  trx: Trx,
  { orgId, productId, tierId: had, features: kept }: Licensed,
  { tierId = had, features = kept }: { tierId?: string | null; features?: unknown }
): Promise<HeldTier | null> {
  const tier = tierId === null ? null : ((await holdTiers(trx, orgId, [tierId])).get(tierId) ?? null)
  if (tierId !== null && tierId !== had) {
    if (!tier) throw noSuch('tier')
    assertTierFits(tier, productId)
  }
  if (features === null) return tier
  const product = await firstRow<{ defaults: Features }>(
    trx,
    `select feature_defaults as defaults from products where id = ?`,
    [productId]
  )
  const isKept = isDeepStrictEqual(features, kept)
  const problems = ownFeatureProblems(product!.defaults, tier?.features ?? null, features, isKept)
  if (problems.length > 0) throw invalidFields(problems)
  return tier
}
