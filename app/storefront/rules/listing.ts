import type { Millis } from '#kernel/time/millis'
import type { ExpirationMode } from '#licensing/rules/license'

/** The kinds of listings. `new` issues a license; the others change an existing license. */
export const LISTING_KINDS = ['new', 'renewal', 'upgrade', 'addon'] as const
export type ListingKind = (typeof LISTING_KINDS)[number]

export const FULFILMENTS = ['instant', 'manual'] as const
export const RENEW_FROM = ['now_if_expired', 'expiry'] as const
export const ON_END = ['expire', 'suspend', 'revoke'] as const

/** A price in the smallest unit of its currency, for example cents. */
export type Price = { amount: number; currency: string }

/** The bounds of a listing's fields (contract/10-storefront#103-listings). */
export const LISTING_BOUNDS = {
  name: 120,
  description: 4000,
  amount: 99_999_999,
  extendDays: 36_500,
  graceDays: 90,
  ref: 200,
  refs: 20,
  tiers: 200,
  pieces: 1_000_000,
  checkoutUrl: 2000,
}

/** The terms of the licenses that a listing issues. */
export type ListingTerms = {
  expirationMode?: ExpirationMode | null
  expiresAt?: Millis | null
  expiresAfterDays?: number | null
  maxHwidResets?: number | null
}

/** The amounts that an addon adds to the effective values of its target. */
export type Grant = Partial<Record<'hwidLimit' | 'maxConcurrentSessions' | 'maxHwidResets', number>>

/** The part of a listing that an order keeps a copy of. */
export type ListingSettings = {
  name: string
  description: string | null
  price: Price | null
  fulfilment: (typeof FULFILMENTS)[number]
  terms: ListingTerms | null
  /** The tier of new licenses. */
  tierId: string | null
  policyOverride: Record<string, unknown> | null
  metadata: Record<string, unknown> | null
  extendDays: number | null
  renewFrom: (typeof RENEW_FROM)[number]
  graceDays: number
  onEnd: (typeof ON_END)[number]
  /** The tier after an upgrade. */
  toTierId: string | null
  /** The tiers whose licenses can be upgraded; null for any. */
  fromTierIds: string[] | null
  grant: Grant | null
  checkoutUrl: string | null
}

/** A price or product of a processor that maps to a listing. */
export type ProviderRef = { processorId: string; ref: string }

/** A listing (contract/10-storefront#103-listings). */
export type ShopListing = ListingSettings & {
  id: string
  orgId: string
  productId: string
  kind: ListingKind
  position: number
  published: boolean
  perCustomer: number | null
  stock: number | null
  /** The number of pieces in pending and fulfilled orders. */
  taken: number
  providerRefs: ProviderRef[]
  createdAt: Millis
  updatedAt: Millis
}

/** The copy of a listing in an order. */
export type SoldListing = ListingSettings & { id: string; productId: string; kind: ListingKind }

/** The tier that a license gets from a listing; null if the listing does not set a tier. */
export function soldTierId({
  kind,
  tierId,
  toTierId,
}: Pick<SoldListing, 'kind' | 'tierId' | 'toTierId'>): string | null {
  return kind === 'upgrade' ? toTierId : tierId
}

/** Returns whether orders for this kind of listing change an existing license. */
export function needsTarget(kind: ListingKind): boolean {
  return kind !== 'new'
}

/** Returns whether a listing of this kind says what its license is, instead of what it gains. */
export function isPlan(kind: ListingKind): boolean {
  return kind === 'new' || kind === 'upgrade'
}

/** Returns whether a listing of this kind sells time. An upgrade or an addon gives a license something else. */
export function sellsTime(kind: ListingKind): boolean {
  return kind === 'new' || kind === 'renewal'
}

/** Makes the copy of a listing that an order keeps. */
export function soldListing(listing: ShopListing): SoldListing {
  const {
    orgId: _org,
    position: _position,
    published: _published,
    stock: _stock,
    taken: _taken,
    ...rest
  } = listing
  const { perCustomer: _per, providerRefs: _refs, createdAt: _created, updatedAt: _updated, ...sold } = rest
  return sold
}
