import type { Millis } from '#kernel/time/millis'
import type { NormalEvent } from './normal_event.js'
import { isOlder } from './paid_period.js'
import { ANY_PAYMENT, paymentOf } from './payment_disputes.js'

/**
 * What is known of the money of a subject that went back: `refund` is the newest time, `refunds` has the times by the name
 * of the payment (see `paymentOf`), `period` is the time of the newest payment.
 */
export type LostMoney = { refund?: Millis; refunds?: Readonly<Record<string, Millis>>; period?: Millis }

type Told = Pick<NormalEvent, 'occurredAt' | 'subscription' | 'ref' | 'aliases'>

/**
 * Returns whether an event is about money that is known to be gone. Processors tell of one refund more than once. If it or
 * an earlier one names no payment, it is about another one only if a period was paid in between.
 */
export function isKnownLoss(event: Told, known: LostMoney): boolean {
  return (
    (paymentOf(event) === ANY_PAYMENT && isOlder(event, known.period ?? 0)) || isCountedLoss(event, known)
  )
}

/** Returns whether the payment that a refund is about has been counted as lost, so that no other one is taken for it. */
export function isCountedLoss(event: Told, { refund, refunds = {}, period = 0 }: LostMoney): boolean {
  if (isToldAgain(event, { refunds })) return true
  const isPaidSince = refund === undefined || period > refund
  return !isPaidSince && (paymentOf(event) === ANY_PAYMENT || Object.hasOwn(refunds, ANY_PAYMENT))
}

/**
 * Returns whether the money of a payment went back before its event arrived, so that its period gives nothing. Some
 * processors name the first payment in each event of the subscription, so a newer event is about another payment.
 */
export function isRefunded(event: Told, { refunds = {} }: LostMoney): boolean {
  const names = [event.ref, ...event.aliases].filter((name) => Object.hasOwn(refunds, name))
  return names.some((name) => isOlder(event, refunds[name]))
}

/** The money that is known to be gone after an event; `now` is its time if it has none. An older event does not count. */
export function afterLoss(
  event: Told,
  { refund = 0, refunds }: LostMoney,
  now: Millis
): Required<Omit<LostMoney, 'period'>> {
  const at = event.occurredAt || now
  return { refund: Math.max(refund, at), refunds: { ...refunds, [paymentOf(event)]: at } }
}

/**
 * Returns whether an event tells once more of the refund of a payment that it names. It is not about a later payment, and
 * not about another order that one has made.
 */
export function isToldAgain(event: Told, { refunds = {} }: LostMoney): boolean {
  const payment = paymentOf(event)
  return payment !== ANY_PAYMENT && Object.hasOwn(refunds, payment)
}

/** The refunds that are known after a payment. Those under its names are forgotten, because the next one is about it. */
export function refundsAfter(event: Told, { refunds = {} }: LostMoney): Readonly<Record<string, Millis>> {
  const names = [event.ref, ...event.aliases]
  const left = Object.entries(refunds).filter(([name, at]) => !names.includes(name) || isOlder(event, at))
  return Object.fromEntries(left)
}
