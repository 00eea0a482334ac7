import Refusal, { invalidField } from '#kernel/refusals/refusal'
import type { ExpirationMode, LicenseStatus } from '#licensing/rules/license'
import { needsTarget, type ListingKind } from './listing.js'

/** The fields of a target license that an order needs. */
export type ClaimedTarget = {
  productId: string
  status: LicenseStatus
  expirationMode: ExpirationMode
  tierId: string | null
  /** True if the end user of the order owns the license. */
  isTheirs: boolean
}

/** An order to check, with its listing and its target. `target` is null if no license was named or found. */
export type WantedOrder = {
  kind: ListingKind
  productId: string
  toTierId: string | null
  fromTierIds: string[] | null
  quantity: number
  targetNamed: boolean
  target: ClaimedTarget | null
}

/**
 * Checks the target of an order, in the order of the contract (contract/10-storefront#105-orders).
 * @throws Refusal TARGET_LICENSE_REQUIRED, LICENSE_NOT_FOUND, LICENSE_NOT_OWNED, BAD_REQUEST, LICENSE_INACTIVE;
 *   CONFLICT if the listing does not upgrade the license's tier; VALIDATION_ERROR for a target or a quantity that
 *   the kind of listing does not allow.
 */
export function assertTarget(wanted: WantedOrder) {
  const { kind, productId, quantity, targetNamed, target } = wanted
  if (needsTarget(kind)) {
    if (!targetNamed) throw new Refusal('TARGET_LICENSE_REQUIRED')
    if (!target) throw new Refusal('LICENSE_NOT_FOUND')
    if (!target.isTheirs) throw new Refusal('LICENSE_NOT_OWNED')
    assertFits(kind, productId, target)
    if (kind === 'upgrade') assertUpgrades(wanted, target.tierId)
    if (quantity > 1)
      throw invalidField('quantity', `A listing of the kind ${kind} can be ordered only once at a time`)
  } else if (targetNamed) {
    throw invalidField('targetLicenseId', 'This listing issues a new license: omit targetLicenseId')
  }
}

/**
 * Checks that a listing of this kind and product can act on a license.
 * @throws Refusal BAD_REQUEST for a license of another product, and for a renewal of one that never expires;
 *   LICENSE_INACTIVE for a revoked or suspended license, because orders cannot change it.
 */
export function assertFits(
  kind: ListingKind,
  productId: string,
  target: Pick<ClaimedTarget, 'productId' | 'status' | 'expirationMode'>
) {
  if (target.productId !== productId) {
    throw new Refusal('BAD_REQUEST', { message: 'The license belongs to another product' })
  }
  if (kind === 'renewal' && target.expirationMode === 'never') {
    throw new Refusal('BAD_REQUEST', { message: 'The license never expires: there is nothing to renew' })
  }
  if (target.status === 'REVOKED' || target.status === 'SUSPENDED') throw new Refusal('LICENSE_INACTIVE')
}

/**
 * Checks that an upgrade can start from the tier of a license. `tierId` is null if the license has no tier.
 * @throws Refusal CONFLICT if the listing does not upgrade this tier, or if the license already has the new tier.
 */
export function assertUpgrades(
  { toTierId, fromTierIds }: Pick<WantedOrder, 'toTierId' | 'fromTierIds'>,
  tierId: string | null
) {
  if (tierId === toTierId) {
    throw new Refusal('CONFLICT', { message: 'The license already has the tier of this upgrade' })
  }
  if (fromTierIds !== null && (tierId === null || !fromTierIds.includes(tierId))) {
    throw new Refusal('CONFLICT', { message: 'This upgrade is for licenses of another tier' })
  }
}

/** The stock and limits of a listing. `had` is the number of pieces that the end user already has. */
export type Supply = { stock: number | null; taken: number; perCustomer: number | null; had: number }

/** @throws Refusal CONFLICT if the quantity exceeds the remaining stock or the end user's remaining share. */
export function assertSupply({ stock, taken, perCustomer, had }: Supply, quantity: number) {
  if (stock !== null && taken + quantity > stock) {
    throw new Refusal('CONFLICT', { message: 'This listing is sold out' })
  }
  if (perCustomer !== null && had + quantity > perCustomer) {
    throw new Refusal('CONFLICT', { message: `This listing is limited to ${perCustomer} for each person` })
  }
}
