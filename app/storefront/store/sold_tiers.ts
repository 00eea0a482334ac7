import type { Trx } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import { conflict } from '#licensing/actions/change_license'
import { assertTierFits, holdTiers, type HeldTier } from '#licensing/store/held_tiers'
import type { ListingSettings } from '#storefront/rules/listing'

/**
 * Whether a listing can name these tiers: those of its product. Licenses are upgraded from an archived tier, but get none.
 * @throws Refusal NOT_FOUND; BAD_REQUEST for a tier of another product, CONFLICT for one that is archived.
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
 * The tier that was sold, held until the transaction ends; null for none. One that was archived since is handed out all
 * the same.
 * @throws Refusal CONFLICT for one that was deleted since.
 */
export async function holdSoldTier(trx: Trx, orgId: string, tierId: string | null): Promise<HeldTier | null> {
  if (tierId === null) return null
  const tier = (await holdTiers(trx, orgId, [tierId])).get(tierId)
  if (!tier) throw conflict({ reason: 'tier-gone' })
  return tier
}
