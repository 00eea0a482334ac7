import type { Millis } from '#kernel/time/millis'
import type { NormalEvent } from './normal_event.js'
import { isOlder } from './paid_period.js'

/**
 * Times by the name of a payment (see `paymentOf`). An earlier version of the service did not tell payments apart: its
 * single time counts as one without a payment.
 */
type ByPayment = Readonly<Record<string, Millis>> | Millis

/**
 * The disputes about the payments of a subject. `dispute` is the time of the newest event of each one, `open` the time at
 * which each one that is not yet decided was opened; undefined if there is none.
 */
export type PaymentDisputes = { dispute?: ByPayment; open?: ByPayment }

type Told = Pick<NormalEvent, 'occurredAt' | 'subscription' | 'ref' | 'aliases'>

/** The name if an event names its subscription alone. Such a dispute is about any of its payments. */
export const ANY_PAYMENT = ''

/**
 * Returns whether a newer event about the dispute is known. Events about different payments do not compare. An event
 * without a time is never older.
 */
export function isOldDispute(event: Told, { dispute }: PaymentDisputes): boolean {
  const payment = paymentOf(event)
  const times = Object.entries(timesOf(dispute))
  const about = times.filter(([name]) => [payment, ANY_PAYMENT].includes(name) || payment === ANY_PAYMENT)
  return about.some(([, at]) => isOlder(event, at))
}

/** The disputes after an event has opened one; `now` is its time if it has none. */
export function afterOpened(event: Told, known: PaymentDisputes, now: Millis): PaymentDisputes {
  const payment = paymentOf(event)
  const { dispute } = afterTold(event, known, now)
  return { dispute, open: { ...timesOf(known.open), [payment]: event.occurredAt || now } }
}

/** The disputes after an event has told how one was decided. It also ends a dispute that names no payment. */
export function afterDecided(event: Told, known: PaymentDisputes, now: Millis): PaymentDisputes {
  const payment = paymentOf(event)
  const left = Object.entries(timesOf(known.open)).filter(
    ([name]) => payment !== ANY_PAYMENT && name !== payment && name !== ANY_PAYMENT
  )
  const open = left.length > 0 ? Object.fromEntries(left) : undefined
  return { ...afterTold(event, known, now), open }
}

/** The disputes after an event that changes nothing but their newest event. */
export function afterTold(event: Told, { dispute, open }: PaymentDisputes, now: Millis): PaymentDisputes {
  const payment = paymentOf(event)
  const times = timesOf(dispute)
  const known = Object.hasOwn(times, payment) ? times[payment] : 0
  const at = Math.max(known, event.occurredAt || now)
  return { dispute: { ...times, [payment]: at }, open }
}

/** The name of the payment that a dispute or refund is about. The events of `standard` name it beside the subscription. */
export function paymentOf({ subscription, ref, aliases }: Told): string {
  return subscription ? (aliases.at(0) ?? ANY_PAYMENT) : ref
}

function timesOf(times: ByPayment = {}): Readonly<Record<string, Millis>> {
  return typeof times === 'number' ? { [ANY_PAYMENT]: times } : times
}
