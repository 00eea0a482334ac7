import {
  effectivePolicy,
  MAX_HWID_RESETS,
  POLICY_RULES,
  type PartialPolicy,
  type TierPolicy,
} from '#catalog/rules/policy'
import type { Grant, SoldListing } from './listing.js'
import type { SoldAttributes } from './order.js'

/** The policies that a license gets from its product and its tier. */
export type GivenPolicy = { product: PartialPolicy | null; tier: TierPolicy | null }

/** The attributes of a target after an addon (contract/10-storefront#103-listings). */
export function attributesAfter(
  { kind, grant }: Pick<SoldListing, 'kind' | 'grant'>,
  had: SoldAttributes,
  given: GivenPolicy
): SoldAttributes {
  return kind === 'addon' && grant ? granted(grant, had, given) : had
}

/** Adds a grant to the effective values. Unlimited values stay unlimited. */
function granted(grant: Grant, had: SoldAttributes, { product, tier }: GivenPolicy): SoldAttributes {
  const { hwidLimit, maxConcurrentSessions, maxHwidResets } = effectivePolicy(
    product,
    had.policyOverride,
    had.maxHwidResets,
    tier
  )
  const devices = grant.hwidLimit && {
    hwidLimit: Math.min(hwidLimit + grant.hwidLimit, POLICY_RULES.hwidLimit.to),
  }
  const sessions = grant.maxConcurrentSessions &&
    maxConcurrentSessions !== null && {
      maxConcurrentSessions: Math.min(
        maxConcurrentSessions + grant.maxConcurrentSessions,
        POLICY_RULES.maxConcurrentSessions.to
      ),
    }
  return {
    policyOverride:
      devices || sessions
        ? { ...had.policyOverride, ...(devices || {}), ...(sessions || {}) }
        : had.policyOverride,
    maxHwidResets: grant.maxHwidResets
      ? Math.min(maxHwidResets + grant.maxHwidResets, MAX_HWID_RESETS)
      : had.maxHwidResets,
  }
}
