import type { Millis } from '#kernel/time/millis'
import type { Terms } from '#licensing/rules/terms'
import type { LicenseAttributes } from '#licensing/rules/patch'

export const ORDER_STATES = ['pending', 'fulfilled', 'rejected', 'expired', 'reversed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** The maker of an order: an end user (`claim`), the merchant, or an event of a processor. */
export const ORDER_SOURCES = ['claim', 'merchant', 'event'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]

export type OrderMove = 'fulfil' | 'reject' | 'expire' | 'reverse'

/**
 * The state after each move. A state without an entry does not allow the move
 * (contract/10-storefront#105-orders). docs/states.md draws the table, and a test compares the two.
 *
 * @internal
 */
export const ORDER_MOVES: Record<OrderMove, Partial<Record<OrderState, OrderState>>> = {
  fulfil: { pending: 'fulfilled' },
  reject: { pending: 'rejected' },
  expire: { pending: 'expired' },
  reverse: { fulfilled: 'reversed' },
}

/** The state after a move; null if the move is not possible. */
export function movedOrder(from: OrderState, move: OrderMove): OrderState | null {
  return ORDER_MOVES[move][from] ?? null
}

const DAY_MS = 24 * 3600 * 1000

/** How long an order stays pending before it expires. Milliseconds. */
export const ORDER_LIFE = 7 * DAY_MS

/** The maximum number of pieces in one order. */
export const MOST_PIECES = 100

/** The attributes of a license that an order can change. */
export type SoldAttributes = Pick<LicenseAttributes, 'maxHwidResets' | 'policyOverride'>

/**
 * The changes of a fulfilment, for a reversal: the revision of each license, and the old and new values of the target.
 * `renewed` is the expiry that the days of a renewal gave, if the period of its subscription lasts longer. `own` are the
 * attributes that the order gave, if its subscription has changed to the price of another listing since (`effectOfPlan`).
 * `reversed` are the revisions that the merchant's reversal has left.
 */
export type OrderEffect = {
  revisions: Record<string, number>
  terms?: { before: Terms; after: Terms; renewed?: Millis }
  attributes?: { before: SoldAttributes; after: SoldAttributes; own?: SoldAttributes }
  tier?: { before: string | null; after: string | null }
  reversed?: Record<string, number>
}

/** The reasons why a merchant should check an order. */
export const ORDER_FLAGS = [
  'past_due',
  'partial_refund',
  'lower_amount',
  'higher_quantity',
  'over_stock',
  'held_by_merchant',
  'target_inactive',
  'changed_since',
  'claimed_otherwise',
] as const
export type OrderFlag = (typeof ORDER_FLAGS)[number]
