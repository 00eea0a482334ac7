import { effectivePolicy, type PartialPolicy } from '#catalog/rules/policy'
import { remembered } from './remembered.js'

/**
 * The policy that decides a call, of the stored ones of product, tier and license. The allowance of resets is no part of
 * a decision, and left out.
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
