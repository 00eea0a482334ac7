import CreateTier from '#licensing/actions/create_tier'
import UpdateProduct from '#catalog/actions/update_product'
import type { FeatureDeclaration } from '#catalog/rules/features'
import { SYSTEM } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { newId } from '#kernel/secrets/ids'
import type { TierInput } from '#licensing/rules/tier'
import type { Merchant } from './merchant.js'

/** The scope of a merchant's product. */
export function productScope({ orgId, productId }: Merchant): Scope & { productId: string } {
  return { orgId, productId, actor: SYSTEM.actor }
}

/** Creates a tier of the merchant's product. */
export function createTier(merchant: Merchant, input: TierInput = {}) {
  const scope = productScope(merchant)
  const code = input.code ?? `tier-${newId()}`
  return new CreateTier().execute(
    scope,
    merchant.productId,
    { ...input, code, name: input.name ?? 'A tier' },
    SYSTEM
  )
}

/** Declares the features of the merchant's product. */
export function declareFeatures(merchant: Merchant, features: FeatureDeclaration[]) {
  return new UpdateProduct().execute(productScope(merchant), merchant.productId, { features }, SYSTEM)
}
