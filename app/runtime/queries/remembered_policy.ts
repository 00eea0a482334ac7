import { effectivePolicy, type PartialPolicy } from '#catalog/rules/policy'
import { remembered } from './remembered.js'

/**
 * Returns the policy that decides a call, from the stored policies of product, tier and license. It ignores the reset
 * allowances of license and tier, because no decision uses them.
 */
export const rememberedPolicy = remembered((product, tier, override) =>
  Object.freeze(
    effectivePolicy(
      product as PartialPolicy | null,
      override as PartialPolicy | null,
      null,
      tier === null ? null : { policy: tier as PartialPolicy, maxHwidResets: null }
    )
  )
)
