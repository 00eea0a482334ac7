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
 * The purchases that can be worked on together, because none has to do with another: each makes an order and licenses of
 * its own for the listing that its price means. All others take turns.
 */
export function plainPurchases<Queued extends QueuedEvent>(queued: readonly Queued[]): Queued[] {
  const taken = new Set<string>()
  return queued.filter(({ processorId, event }) => {
    const names = namesOf(event).map((name) => `${processorId} ${name}`)
    const isFirst = !names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    return isFirst && isPlain(event)
  })
}

function isPlain({ type, email, providerRefs, orderId, listingId, licenseId, licenseKey }: NormalEvent) {
  if (type !== 'purchase.paid' && type !== 'subscription.renewed') return false
  const names = [orderId, listingId, licenseId, licenseKey]
  return email !== null && providerRefs.length > 0 && names.every((name) => name === null)
}
