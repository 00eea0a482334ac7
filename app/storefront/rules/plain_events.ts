import type { NormalEvent } from './normal_event.js'
import { MOST_PIECES } from './order.js'

/** A queued event of a processor, in its normal form. */
export type QueuedEvent = {
  id: string
  processorId: string
  orgId: string
  tries: number
  event: NormalEvent
}

/** All names (reference and aliases) of the subscription or payment of an event. */
export function namesOf({ ref, aliases }: NormalEvent): string[] {
  return [...new Set([ref, ...aliases])]
}

/**
 * Selects the events that can be processed in one batch, because they do not depend on each other: the first event of
 * each subscription or payment, if it is a plain purchase or a plain renewal. The others are processed one at a time.
 */
export function plainEvents<Queued extends QueuedEvent>(queued: readonly Queued[]): Queued[] {
  const taken = new Set<string>()
  return queued.filter(({ processorId, event }) => {
    const names = namesOf(event).map((name) => `${processorId} ${name}`)
    const isFirst = !names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    return isFirst && (isPlainPurchase(event) || isPlainRenewal(event))
  })
}

/**
 * Returns whether a first event about a subscription or payment makes a new order for the listing of its price. An event
 * with several lines may be about several listings, and an order is for at most MOST_PIECES, so these are not plain.
 */
export function isPlainPurchase(event: NormalEvent): boolean {
  const { type, email, externalId, providerRefs, quantity } = event
  const { payer, orderId, listingId, licenseId, licenseKey } = event
  if (event.proration || (type !== 'purchase.paid' && type !== 'subscription.renewed')) return false
  const names = [externalId, payer, orderId, listingId, licenseId, licenseKey]
  const isOneOrder = event.lines.length < 2 && quantity <= MOST_PIECES
  return isOneOrder && email !== null && providerRefs.length > 0 && names.every((name) => name === null)
}

/** Returns whether an event only extends the period of a purchase, which has one line. */
export function isPlainRenewal({ type, periodEnd, reason, lines, proration }: NormalEvent): boolean {
  const isOnePeriod = periodEnd !== null && !proration && lines.length < 2
  return type === 'subscription.renewed' && isOnePeriod && reason === null
}
