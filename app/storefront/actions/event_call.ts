import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis, ReadMoment } from '#kernel/time/millis'
import type { EventResult } from '#storefront/rules/event_result'
import type { NormalEvent } from '#storefront/rules/normal_event'
import type { Provider } from '#storefront/rules/processor'
import type { Paying } from '#storefront/rules/paid_periods'
import type { Subject } from '#storefront/store/lock_subject'
import type { ChangeContext } from '#licensing/store/license_ledger'

/** The processor that sent the event. */
export type EventSource = { id: string; orgId: string; provider: Provider }

/**
 * The input of an effect. The effect changes `subject`; the caller writes it afterwards. `now` dates the changes; the
 * effect reads it from `clock` again when it has waited for a lock. `deleted` is how many licenses of the subject the
 * effect did not find, because the merchant has deleted them. `soldLines` reads the lines of the payment that sell a
 * listing, once. `before` is what the subject had paid for before the event.
 */
export type EventCall = {
  trx: Trx
  source: EventSource
  event: NormalEvent
  subject: Subject
  before: Paying
  now: Millis
  clock: ReadMoment
  deleted: number
  soldLines: () => Promise<SoldLine[]>
}

/** A line of a payment that sells a listing, with the id of that listing. */
export type SoldLine = { listingId: string; quantity: number }

export type Effect = (call: EventCall) => Promise<EventResult>

/** The actor, time and reason of the changes that an event makes. */
export function eventContext({ event, now }: EventCall): ChangeContext {
  const reason = event.reason ? `${event.type}: ${event.reason}` : event.type
  return { actor: { type: 'system', id: null }, now, reason }
}
