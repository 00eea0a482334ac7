import type { Trx } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import { conflict } from '#licensing/actions/change_license'
import { assertTierFits, holdTiers, type HeldTier } from '#licensing/store/held_tiers'
import type { ListingSettings } from '#storefront/rules/listing'

/**
 * Checks that the tiers of a listing belong to its product. An upgrade may start from an archived tier, but no license
 * gets an archived tier.
 * @throws Refusal NOT_FOUND; BAD_REQUEST for a tier of another product; CONFLICT for an archived tier that licenses
 *   would get.
 */
export async function assertListedTiers(
  trx: Trx,
  { orgId, productId }: { orgId: string; productId: string },
  { tierId, toTierId, fromTierIds }: Partial<Pick<ListingSettings, 'tierId' | 'toTierId' | 'fromTierIds'>>
) {
  const given = [tierId, toTierId].filter((id) => typeof id === 'string')
  const named = [...given, ...(fromTierIds ?? [])]
  const held = await holdTiers(trx, orgId, named)
  for (const id of named) {
    const tier = held.get(id)
    if (!tier) throw noSuch('tier')
    assertTierFits({ ...tier, archived: tier.archived && given.includes(id) }, productId)
  }
}

/**
 * Locks the tier of an order until the transaction ends; null if the order has no tier. A tier that was archived after
 * the sale is still given.
 * @throws Refusal CONFLICT if the tier was deleted after the sale.
 */
export async function holdSoldTier(trx: Trx, orgId: string, tierId: string | null): Promise<HeldTier | null> {
  if (tierId === null) return null
  const tier = (await holdTiers(trx, orgId, [tierId])).get(tierId)
  if (!tier) throw conflict({ reason: 'tier-gone' })
  return tier
}

/**
 * Checks that the tiers that licenses get by a listing have not been deleted.
 * @throws Refusal CONFLICT
 */
export async function assertTiersLeft(
  trx: Trx,
  { orgId, tierId, toTierId }: { orgId: string } & Pick<ListingSettings, 'tierId' | 'toTierId'>
) {
  for (const id of [tierId, toTierId]) await holdSoldTier(trx, orgId, id)
}
