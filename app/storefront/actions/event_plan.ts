import Refusal from '#kernel/refusals/refusal'
import type { LicenseState } from '#licensing/rules/license'
import { followPlan, type ListedPlan } from '#storefront/store/give_plan'
import type { LockedOrder } from '#storefront/store/lock_order'
import { writeEffect } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'

/** The locked licenses that get the plan of a listing; `before` is the plan that was paid before. */
type PaidPlan = { licenses: LicenseState[]; listingId: string; before: ListedPlan | null }

/**
 * Gives the licenses of a locked order the plan of the listing whose price is paid now, and records it in the order.
 * Returns null, or the reason why the licenses keep their plan (see `followPlan`).
 */
export async function givePlan(
  call: EventCall,
  order: LockedOrder,
  { licenses, listingId, before }: PaidPlan
): Promise<Refusal | null> {
  const effect = order.effect ?? { revisions: {} }
  const given = { licenses, effect, listingId, before }
  const followed = await followPlan(call.trx, order, given, eventContext(call))
  if (followed instanceof Refusal) return followed
  if (followed.effect !== effect) await writeEffect(call.trx, order, followed.effect)
  return null
}
