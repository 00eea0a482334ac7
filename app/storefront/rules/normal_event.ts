import type { Millis } from '#kernel/time/millis'

/** What happened at a processor, whichever it is (contract/10-storefront#106-processor-events). */
export const NORMAL_TYPES = [
  ...(['purchase.paid', 'subscription.renewed', 'subscription.changed', 'subscription.past_due'] as const),
  ...(['subscription.canceled', 'subscription.ended', 'refund.full', 'refund.partial'] as const),
  ...(['dispute.opened', 'dispute.won', 'dispute.lost'] as const),
] as const
export type NormalType = (typeof NORMAL_TYPES)[number]

/** An event of any processor in one form. */
export type NormalEvent = {
  type: NormalType
  occurredAt: Millis
  /** The subscription or the payment that it is about, and other ids of the same. */
  ref: string
  aliases: string[]
  subscription: boolean
  listingId: string | null
  /** Prices and products of the processor, the closest first. */
  providerRefs: string[]
  orderId: string | null
  quantity: number
  email: string | null
  licenseId: string | null
  licenseKey: string | null
  periodEnd: Millis | null
  amount: number | null
  currency: string | null
  reason: string | null
}

/** An event as its processor names it; `normal` is null for one that means nothing here. */
export type ReadEvent = { id: string | null; type: string; normal: NormalEvent | null }

/** What every normal event has, where its processor says nothing. */
export const NOTHING_SAID: Omit<NormalEvent, 'type' | 'occurredAt' | 'ref'> = {
  ...{ aliases: [], subscription: false, listingId: null, providerRefs: [], orderId: null, quantity: 1 },
  ...{
    email: null,
    licenseId: null,
    licenseKey: null,
    periodEnd: null,
    amount: null,
    currency: null,
    reason: null,
  },
}

/** What a processor says of an event; one without a reference means nothing. */
export type SaidEvent = Partial<Omit<NormalEvent, 'type' | 'ref'>> & { type: NormalType; ref: string | null }

/** The normal form of what a processor says. */
export function normalOf(said: SaidEvent | null | undefined, occurredAt: Millis | null): NormalEvent | null {
  return said?.ref ? { ...NOTHING_SAID, ...said, ref: said.ref, occurredAt: occurredAt ?? 0 } : null
}
