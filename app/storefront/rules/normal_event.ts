import type { Millis } from '#kernel/time/millis'

/** The types of normal events, the same for all providers (contract/10-storefront#106-processor-events). */
export const NORMAL_TYPES = [
  ...(['purchase.paid', 'subscription.renewed', 'subscription.changed', 'subscription.past_due'] as const),
  ...(['subscription.canceled', 'subscription.ended', 'refund.full', 'refund.partial'] as const),
  ...(['dispute.opened', 'dispute.won', 'dispute.lost'] as const),
] as const
export type NormalType = (typeof NORMAL_TYPES)[number]

/** A line of a payment: the ids of its price and product, the most specific first, and its pieces. */
export type PaidLine = { refs: string[]; quantity: number }

/** An event in the common form of all providers. `occurredAt` is 0 if the time is unknown. */
export type NormalEvent = {
  type: NormalType
  occurredAt: Millis
  /** The id of the subscription or payment. `aliases` are other ids of the same subscription or payment. */
  ref: string
  aliases: string[]
  subscription: boolean
  listingId: string | null
  /** Ids of prices and products at the processor, the most specific first. */
  providerRefs: string[]
  orderId: string | null
  /** The pieces that are paid for. If there are several lines, these are the pieces of the first one. */
  quantity: number
  /** The lines of the payment, if its processor sends them. */
  lines: PaidLine[]
  email: string | null
  /** The merchant's own id of the customer, as an exchange of the portal has it. */
  externalId: string | null
  /** The full name of the customer, for an end user whom the event creates. */
  name: string | null
  /** When the payment was made that a refund is about, if the processor cannot name it. */
  paidAt: Millis | null
  /** The subscription whose customer pays, if the payment is for something else than this subscription. */
  payer: string | null
  /**
   * True if a change of the subscription was paid, often for the rest of a period only. If that period is paid already,
   * the payment gives nothing more, and its money back takes nothing.
   */
  proration: boolean
  licenseId: string | null
  licenseKey: string | null
  periodEnd: Millis | null
  amount: number | null
  currency: string | null
  reason: string | null
}

/** A parsed event, with the id and type from its processor. `normal` is null if the event has no effect here. */
export type ReadEvent = { id: string | null; type: string; normal: NormalEvent | null }

/** The default values of a normal event, for fields that the processor did not send. */
export const NOTHING_SAID: Omit<NormalEvent, 'type' | 'occurredAt' | 'ref'> = {
  ...{ aliases: [], subscription: false, listingId: null, providerRefs: [], orderId: null, quantity: 1 },
  ...{
    lines: [],
    email: null,
    externalId: null,
    name: null,
    payer: null,
    paidAt: null,
    proration: false,
    licenseId: null,
    licenseKey: null,
    periodEnd: null,
    amount: null,
    currency: null,
    reason: null,
  },
}

/** The fields that a processor sent in an event. An event without a reference has no effect. */
export type SaidEvent = Partial<Omit<NormalEvent, 'type' | 'ref'>> & { type: NormalType; ref: string | null }

/** Builds the normal event; null if there are no fields or no reference. */
export function normalOf(said: SaidEvent | null | undefined, occurredAt: Millis | null): NormalEvent | null {
  return said?.ref ? { ...NOTHING_SAID, ...said, ref: said.ref, occurredAt: occurredAt ?? 0 } : null
}
