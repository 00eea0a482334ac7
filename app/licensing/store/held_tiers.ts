import type { Features } from '#catalog/rules/features'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { TierTerms } from '#licensing/rules/tier_terms'

/** A tier whose row the transaction has locked: it cannot be deleted until the transaction ends. */
export type HeldTier = {
  id: string
  productId: string
  code: string
  features: Features
  terms: TierTerms | null
  archived: boolean
}

const COLUMNS = `id, product_id as "productId", code, features, terms, archived_at is not null as archived`

/**
 * Reads tiers of an org by their ids and locks them until the transaction ends, so that no license ever names a deleted
 * tier: a deletion locks the tier's row first and then counts its licenses (contract/17-tiers). The result omits ids
 * that do not exist.
 */
export async function holdTiers(trx: Trx, orgId: string, ids: string[]): Promise<Map<string, HeldTier>> {
  if (ids.length === 0) return new Map()
  const found = await rows<HeldTier>(
    trx,
    `select ${COLUMNS} from tiers where org_id = ? and id = any(?::uuid[]) order by id for key share`,
    [orgId, [...new Set(ids)]]
  )
  return new Map(found.map((tier) => [tier.id, tier]))
}

/** Does the same by product and code. */
export function holdTiersByCode(trx: Trx, productIds: string[], codes: string[]): Promise<HeldTier[]> {
  return rows<HeldTier>(
    trx,
    `select ${COLUMNS} from tiers where product_id = any(?::uuid[]) and code = any(?::text[])
     order by id for key share`,
    [productIds, codes]
  )
}

/**
 * Checks that licenses of a product can be given a tier. A null product skips the check of the product.
 * @throws Refusal BAD_REQUEST for a tier of another product, CONFLICT for one that is archived
 */
export function assertTierFits(tier: { productId: string; archived: boolean }, productId: string | null) {
  if (productId !== null && tier.productId !== productId) {
    throw tierOfAnotherProduct()
  }
  if (tier.archived) throw new Refusal('CONFLICT', { message: 'The tier is archived: choose another one' })
}

/** The refusal of a tier that belongs to another product than the licenses. */
export const tierOfAnotherProduct = () =>
  new Refusal('BAD_REQUEST', { message: 'The tier belongs to another product' })
