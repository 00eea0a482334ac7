import { appUrl } from '#config/app'
import { iso } from '#kernel/time/iso'
import type { LedgerEvent, Processor } from '#storefront/queries/find_processors'

/** A processor with the URL that receives its events (contract/10-storefront#106-processor-events). */
export function toProcessor({ id, provider, name, state, createdAt }: Processor) {
  const inboundUrl = `${appUrl}/v1/processors/${id}/events`
  return { id, provider, name, state, inboundUrl, createdAt: iso(createdAt) }
}

/** An event of a processor, without its body. */
export function toLedgerEvent({ receivedAt, doneAt, ...event }: LedgerEvent) {
  return { ...event, receivedAt: iso(receivedAt), doneAt: iso(doneAt) }
}
