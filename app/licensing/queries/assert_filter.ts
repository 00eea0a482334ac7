import db from '@adonisjs/lucid/services/db'
import { assertProduct } from '#catalog/queries/assert_product'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import { tierOfAnotherProduct } from '#licensing/store/held_tiers'
import type { LicenseFilter } from './license_filter.js'

/**
 * Checks that a scope has the product and the tier that a filter names, so that a wrong id is told apart from a filter
 * that matches nothing (contract/01-changes#one-filter, contract/17-tiers).
 * @throws Refusal PRODUCT_NOT_FOUND; NOT_FOUND for a tier, BAD_REQUEST for one of another product
 */
export async function assertFilter(scope: Scope, { productId, tierId }: LicenseFilter) {
  if (productId) await assertProduct(scope, productId)
  if (tierId) await assertTier(scope.orgId, scope.productId ?? productId ?? null, tierId)
}

/** An archived tier passes: licenses may still have it. */
async function assertTier(orgId: string, productId: string | null, tierId: string) {
  const sql = `select product_id as "productId" from tiers where id = ? and org_id = ?`
  const tier = await firstRow<{ productId: string }>(db.connection(), sql, [tierId, orgId])
  if (!tier) throw noSuch('tier')
  if (productId && tier.productId !== productId) throw tierOfAnotherProduct()
}
