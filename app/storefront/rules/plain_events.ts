import type { NormalEvent } from './normal_event.js'

/** An event of a processor, read. */
export type QueuedEvent = {
  id: string
  processorId: string
  orgId: string
  tries: number
  event: NormalEvent
}

/** Every name of the subscription or payment that an event is about. */
export function namesOf({ ref, aliases }: NormalEvent): string[] {
  return [...new Set([ref, ...aliases])]
}

/**
 * The events that can be worked on together, because none has to do with another, nor with one that came before: of each
 * subscription or payment the first, if it is a plain purchase or a plain renewal. All others take turns.
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

/** Whether an event makes, if nobody knew of it, an order of its own for the listing that its price means. */
export function isPlainPurchase(event: NormalEvent): boolean {
  const { type, email, providerRefs, orderId, listingId, licenseId, licenseKey } = event
  if (type !== 'purchase.paid' && type !== 'subscription.renewed') return false
  const names = [orderId, listingId, licenseId, licenseKey]
  return email !== null && providerRefs.length > 0 && names.every((name) => name === null)
}

/** Whether an event moves the end of what somebody has bought, and nothing else. */
export function isPlainRenewal({ type, periodEnd, reason }: NormalEvent): boolean {
  return type === 'subscription.renewed' && periodEnd !== null && reason === null
}
