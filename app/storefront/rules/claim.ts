import Refusal, { invalidField } from '#kernel/refusals/refusal'
import type { ExpirationMode, LicenseStatus } from '#licensing/rules/license'
import { needsTarget, type ListingKind } from './listing.js'

/** The license that an order names, as far as the order minds. */
export type ClaimedTarget = {
  productId: string
  status: LicenseStatus
  expirationMode: ExpirationMode
  tierId: string | null
  /** Whether the end user of the order owns it. */
  isTheirs: boolean
}

/** An order that somebody wants, with what it names; `target` is null for a license that is not there. */
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
 *   CONFLICT for a tier that is not upgraded; VALIDATION_ERROR for a target or a quantity where there is none.
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
      throw invalidField('quantity', `A listing of the kind ${kind} is ordered once at a time`)
  } else if (targetNamed) {
    throw invalidField('targetLicenseId', 'This listing issues a new license: omit targetLicenseId')
  }
}

function assertFits(kind: ListingKind, productId: string, target: ClaimedTarget) {
  if (target.productId !== productId) {
    throw new Refusal('BAD_REQUEST', { message: 'The license is one of another product' })
  }
  if (kind === 'renewal' && target.expirationMode === 'never') {
    throw new Refusal('BAD_REQUEST', { message: 'The license never expires: there is nothing to renew' })
  }
  assertSellable(target.status)
}

/** @throws Refusal LICENSE_INACTIVE for a license that no order changes. */
export function assertSellable(status: LicenseStatus) {
  if (status === 'REVOKED' || status === 'SUSPENDED') throw new Refusal('LICENSE_INACTIVE')
}

/**
 * Whether an upgrade is one for a license of a tier; null for a license of none.
 * @throws Refusal CONFLICT for a tier that the listing does not upgrade, and for the one that it leads to.
 */
export function assertUpgrades(
  { toTierId, fromTierIds }: Pick<WantedOrder, 'toTierId' | 'fromTierIds'>,
  tierId: string | null
) {
  if (tierId === toTierId) {
    throw new Refusal('CONFLICT', { message: 'The license has the tier of this upgrade already' })
  }
  if (fromTierIds !== null && (tierId === null || !fromTierIds.includes(tierId))) {
    throw new Refusal('CONFLICT', { message: 'This upgrade is for licenses of another tier' })
  }
}

/** What is left of a listing. */
export type Supply = { stock: number | null; taken: number; perCustomer: number | null; had: number }

/** @throws Refusal CONFLICT where the stock, or what one end user may have, is used up. */
export function assertSupply({ stock, taken, perCustomer, had }: Supply, quantity: number) {
  if (stock !== null && taken + quantity > stock) {
    throw new Refusal('CONFLICT', { message: 'This listing is sold out' })
  }
  if (perCustomer !== null && had + quantity > perCustomer) {
    throw new Refusal('CONFLICT', { message: `This listing is limited to ${perCustomer} for each person` })
  }
}
