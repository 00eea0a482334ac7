import { isCustomKey } from '#catalog/rules/key'
import type { Millis } from '#kernel/time/millis'
import { UNTOUCHED, type LicenseStatus } from '#licensing/rules/license'
import { attributeProblems, newAttributes, type LicenseAttributes } from '#licensing/rules/patch'
import { termsWithTier } from '#licensing/rules/tier_terms'
import type { UpdateRights } from '#licensing/rules/update_rights'
import { expiresInThePast, newTerms, type Terms, type TermsInput } from '#licensing/rules/terms'
import type { Scope } from '#kernel/audit/scope'
import Refusal, { invalidField, invalidFields } from '#kernel/refusals/refusal'
import type { LicenseSummary } from '#licensing/queries/license_summary'
import { newId } from '#kernel/secrets/ids'
import { productsInScope } from '#kernel/database/in_scope'
import { newLicenseKeys } from '#licensing/store/license_keys'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { holdTierOf } from './hold_tier_of.js'
import { insertLicenses, type NewLicense } from './insert_licenses.js'

/** The most licenses that one call can create (interface#8-limits). */
export const MAX_COUNT = 500

export type LicenseOrder = TermsInput &
  Partial<UpdateRights> & {
    productId: string
    count?: number | null
    /** A custom key, chosen by the merchant; only for a single license. */
    key?: string | null
    maxHwidResets?: number | null
    policyOverride?: unknown
    metadata?: unknown
    /** A tier of the product; its terms are copied if the order states none (contract/17-tiers). */
    tierId?: string | null
    /** Features of the license itself. */
    features?: unknown
    /** PENDING for licenses that are not redeemed yet. */
    status?: Extract<LicenseStatus, 'ACTIVE' | 'PENDING'>
  }

/**
 * Creates licenses for a product (interface#creating-licenses).
 * @throws Refusal BAD_REQUEST for a count out of range, a custom key for more than one license, an expiry in the past,
 *   or a tier of another product; VALIDATION_ERROR; PRODUCT_NOT_FOUND; NOT_FOUND for a tier; CONFLICT for a key that
 *   is taken or a tier that is archived.
 */
export default class CreateLicenses {
  async execute(scope: Scope, order: LicenseOrder, now: Millis = Date.now()): Promise<LicenseSummary[]> {
    const count = checkedCount(order)
    checkedTerms(order)
    return transaction(async (trx) => {
      const prefix = await this.#lockProduct(trx, scope, order.productId)
      const tier = await this.#holdTier(trx, scope, order)
      const terms = openTerms(termsWithTier(order, tier?.terms ?? null), now)
      const keys = order.key ? [order.key] : newLicenseKeys(count, prefix)
      const licenses = keys.map((key) => newLicense(scope, order, terms, key))
      const inserted = await insertLicenses(trx, licenses, { actor: scope.actor, now })
      if (inserted.size < licenses.length) {
        throw new Refusal('CONFLICT', { message: 'The org already has a license with this key' })
      }
      return licenses.map((license) => ({
        ...license,
        tier: tier?.code ?? null,
        createdAt: now,
        endUser: null,
      }))
    })
  }

  /** Locks the product until the transaction ends, so that it cannot be deleted first; returns its key prefix. */
  async #lockProduct(trx: Trx, scope: Scope, productId: string): Promise<string | null> {
    const own = productsInScope(scope)
    const product = await firstRow<{ keyPrefix: string | null }>(
      trx,
      `select key_prefix as "keyPrefix" from products
       where id = ? and ${own.sql} for key share`,
      [productId, ...own.values]
    )
    if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
    return product.keyPrefix
  }

  #holdTier(trx: Trx, { orgId }: Scope, { productId, tierId, features }: LicenseOrder) {
    const license = { orgId, productId, tierId: null, features: null }
    return holdTierOf(trx, license, { tierId: tierId ?? null, features })
  }
}

function checkedCount({ count, key }: LicenseOrder): number {
  const wanted = count ?? 1
  if (wanted < 1 || wanted > MAX_COUNT) {
    throw new Refusal('BAD_REQUEST', { message: `count must be from 1 to ${MAX_COUNT}` })
  }
  if (key && wanted > 1) {
    throw new Refusal('BAD_REQUEST', { message: 'A custom key is for a single license: omit count' })
  }
  return wanted
}

function checkedTerms(order: LicenseOrder): Terms {
  const verdict = newTerms(order)
  const problems = [...(verdict.allow ? [] : verdict.reason), ...attributeProblems(order)]
  if (order.key !== null && order.key !== undefined && !isCustomKey(order.key)) {
    throw invalidField('key', 'A key has 4 to 128 characters out of A-Z, a-z, 0-9, ".", "_" and "-"')
  }
  if (!verdict.allow || problems.length > 0) throw invalidFields(problems)
  return verdict.terms
}

function openTerms(order: LicenseOrder, now: Millis): Terms {
  const terms = checkedTerms(order)
  if (expiresInThePast(terms, now)) {
    throw new Refusal('BAD_REQUEST', { message: 'expiresAt is in the past' })
  }
  return terms
}

function newLicense({ orgId }: Scope, order: LicenseOrder, terms: Terms, key: string): NewLicense {
  return {
    id: newId(),
    orgId,
    productId: order.productId,
    key,
    status: order.status ?? 'ACTIVE',
    ...terms,
    ...UNTOUCHED,
    tierId: order.tierId ?? null,
    ...newAttributes(order as Partial<LicenseAttributes>),
  }
}
