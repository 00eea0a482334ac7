import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import { insertLicenses, type NewLicense } from '#licensing/actions/insert_licenses'
import { UNTOUCHED } from '#licensing/rules/license'
import { newAttributes } from '#licensing/rules/patch'
import { expiresInThePast, newTerms, type Terms } from '#licensing/rules/terms'
import { termsWithTier, type TierTerms } from '#licensing/rules/tier_terms'
import type { ChangeContext } from '#licensing/store/license_ledger'
import { newLicenseKeys } from '#licensing/store/license_keys'
import type { SoldListing } from '#storefront/rules/listing'
import { holdSoldTier } from './sold_tiers.js'

/** The licenses to issue: the listing has the kind `new`, and the row of the end user is locked. */
export type Issue = {
  orgId: string
  endUserId: string
  listing: SoldListing
  quantity: number
  terms?: Terms
}

/**
 * Issues the licenses of an order with their timeline, events and counts. `terms` are set if a subscription defines the
 * expiry.
 * @throws Refusal PRODUCT_NOT_FOUND; CONFLICT if the terms have expired already, or if the tier was deleted.
 */
export async function issueLicenses(trx: Trx, issue: Issue, context: ChangeContext): Promise<NewLicense[]> {
  const { orgId, listing } = issue
  const { keyPrefix, terms } = await issueOf(trx, orgId, listing, context.now, issue.terms)
  const licenses = newLicensesOf(issue, keyPrefix, terms)
  await insertLicenses(trx, licenses, context)
  return licenses
}

/**
 * Reads the key prefix and the terms for the licenses of a listing. Locks its product and its tier until the
 * transaction ends.
 * @throws those of `issueLicenses`.
 */
export async function issueOf(
  trx: Trx,
  orgId: string,
  listing: SoldListing,
  now: Millis,
  stated?: Terms
): Promise<{ keyPrefix: string | null; terms: Terms }> {
  const sql = `select key_prefix as "keyPrefix" from products where org_id = ? and id = ? for key share`
  const product = await firstRow<{ keyPrefix: string | null }>(trx, sql, [orgId, listing.productId])
  if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
  const tier = await holdSoldTier(trx, orgId, listing.tierId)
  return { ...product, terms: stated ?? termsOf(listing, tier?.terms ?? null, now) }
}

/** Builds the new licenses of a listing. It does not write them. */
export function newLicensesOf(
  { orgId, endUserId, listing, quantity }: Omit<Issue, 'terms'>,
  keyPrefix: string | null,
  terms: Terms
): NewLicense[] {
  const attributes = newAttributes({
    maxHwidResets: listing.terms?.maxHwidResets,
    policyOverride: listing.policyOverride,
    metadata: listing.metadata,
  })
  return newLicenseKeys(quantity, keyPrefix).map((key) => ({
    ...{ id: newId(), orgId, productId: listing.productId, key, status: 'ACTIVE', endUserId },
    ...terms,
    ...UNTOUCHED,
    tierId: listing.tierId,
    ...attributes,
  }))
}

function termsOf({ terms: stated }: SoldListing, ofTier: TierTerms | null, now: number): Terms {
  const { maxHwidResets: _, ...input } = stated ?? {}
  const verdict = newTerms(termsWithTier(input, ofTier))
  if (!verdict.allow || expiresInThePast(verdict.terms, now)) {
    throw new Refusal('CONFLICT', { message: 'The licenses of this listing would have expired already' })
  }
  return verdict.terms
}
