import { isSameJson } from '#kernel/json/same_json'
import type { OrderEffect, SoldAttributes } from './order.js'

/** The values of a license that a plan sets. */
export type PlanValues = { tierId: string | null; attributes: SoldAttributes }

/**
 * What an order has given its target, after its subscription has changed to the price of another listing, which has
 * changed the target from `had` to `has`. A reversal restores the values from before the first of these changes. If
 * somebody else has changed a value since the last one, its record stays, so that a reversal finds that change
 * (contract/10-storefront#105-orders).
 */
export function effectOfPlan(effect: OrderEffect, had: PlanValues, has: PlanValues): OrderEffect {
  const tier = tierOfPlan(effect.tier, had.tierId, has.tierId)
  const attributes = attributesOfPlan(effect.attributes, had.attributes, has.attributes)
  return { ...effect, ...(tier && { tier }), ...(attributes && { attributes }) }
}

function tierOfPlan(given: OrderEffect['tier'], had: string | null, has: string | null): OrderEffect['tier'] {
  if (!given) return had === has ? undefined : { before: had, after: has }
  return given.after === had ? { ...given, after: has } : given
}

function attributesOfPlan(
  given: OrderEffect['attributes'],
  had: SoldAttributes,
  has: SoldAttributes
): OrderEffect['attributes'] {
  if (isSameJson(had, has)) return given
  if (!given) return { before: had, after: has, own: had }
  return isSameJson(given.after, had) ? { ...given, after: has, own: given.own ?? had } : given
}

/** The values that a license gets back, and what its order has given then. Omitted values stay as they are. */
type Restored = { values: Partial<PlanValues>; effect: OrderEffect }

/**
 * What the target of a renewal or an addon gets back, because its subscription pays the price of the order's own listing
 * again: the values from before the first change of the price, unless somebody else has changed them since.
 */
export function withoutPlan({ tier, attributes, ...effect }: OrderEffect, has: PlanValues): Restored {
  const restored: Restored = { values: {}, effect }
  if (tier?.after === has.tierId) restored.values.tierId = tier.before
  else if (tier) restored.effect.tier = tier
  if (attributes?.own && isSameJson(attributes.after, has.attributes)) {
    const { before, own } = attributes
    restored.values.attributes = own
    if (!isSameJson(before, own)) restored.effect.attributes = { before, after: own }
  } else if (attributes) restored.effect.attributes = attributes
  return restored
}
