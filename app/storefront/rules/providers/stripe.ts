import {
  normalOf,
  type NormalType,
  type PaidLine,
  type ReadEvent,
  type SaidEvent,
} from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/**
 * Reads events of Stripe (contract/10-storefront#106-processor-events). A checkout and the first invoice of a
 * subscription are one purchase: both contain the id of the subscription. The ids of payment intents and invoices are
 * aliases, because refunds and disputes refer to them.
 */
export function readStripe(body: Loose): ReadEvent {
  const type = reading.text(body.type) ?? 'unknown'
  const object = reading.at(body, 'data', 'object')
  const said = reading.entry(READERS, type)?.(object, reading.at(body, 'data', 'previous_attributes'))
  const occurredAt = reading.seconds(body.created)
  return { id: reading.text(body.id), type, normal: normalOf(said, occurredAt) }
}

type Reader = (object: Loose, previous: Loose) => SaidEvent | null

const kept = (...ids: (string | null)[]) => ids.filter((id) => id !== null)

const checkout: Reader = (session) => {
  const metadata = reading.at(session, 'metadata')
  // A session of this mode saves a card for later and sells nothing.
  if (session.mode === 'setup') return null
  if (session.payment_status !== 'paid' && session.payment_status !== 'no_payment_required') return null
  const subscription = reading.reference(session.subscription)
  const [intent, invoice] = [reading.reference(session.payment_intent), reading.reference(session.invoice)]
  const id = reading.text(session.id)
  return {
    type: 'purchase.paid',
    ref: subscription ?? intent ?? id,
    aliases: kept(intent, invoice, id),
    subscription: subscription !== null,
    ...named(metadata),
    ...uuidOrNothing('orderId', session.client_reference_id),
    providerRefs: kept(reading.text(metadata.provider_ref), reading.reference(session.payment_link)),
    // A session does not contain its items, so only the metadata can tell the quantity.
    quantity: reading.pieces(metadata.quantity),
    email:
      reading.email(reading.at(session, 'customer_details').email) ?? reading.email(session.customer_email),
    ...money(session.amount_total, session.currency),
  }
}

const invoice: Reader = (object) => {
  const details = reading.at(object, 'parent', 'subscription_details')
  const old = reading.at(object, 'subscription_details')
  const ref = reading.reference(object.subscription) ?? reading.reference(details.subscription)
  const all = reading.list(reading.at(object, 'lines').data)
  const lines = paidLines(all)
  const ends = all.map((line) => reading.seconds(reading.at(line, 'period').end) ?? 0)
  const isFirst = object.billing_reason === 'subscription_create'
  if (!isFirst && object.billing_reason !== 'subscription_cycle') return null
  return {
    type: isFirst ? 'purchase.paid' : 'subscription.renewed',
    ref,
    aliases: kept(reading.text(object.id), reading.reference(object.payment_intent)),
    subscription: true,
    ...named({ ...reading.at(old, 'metadata'), ...reading.at(details, 'metadata') }),
    providerRefs: lines.flatMap(({ refs }) => refs),
    quantity: lines[0]?.quantity ?? 1,
    lines,
    email: reading.email(object.customer_email),
    periodEnd: Math.max(0, ...ends) || null,
    ...money(object.amount_paid, object.currency),
  }
}

/** Links a payment to its invoice. In newer API versions, the invoice and the charge do not refer to each other. */
const payment: Reader = (object) => {
  const by = reading.at(object, 'payment')
  return {
    type: 'purchase.paid',
    ref: reading.reference(object.invoice),
    aliases: kept(reading.reference(by.payment_intent), reading.reference(by.charge)),
  }
}

const subscription =
  (type: NormalType | null): Reader =>
  (object, previous) => {
    const items = reading.list(reading.at(object, 'items').data)
    const ends = [object, ...items].map((one) => reading.seconds(one.current_period_end) ?? 0)
    const change = type ?? changeOf(object, previous)
    if (!change) return null
    const reason = reading.text(reading.at(object, 'cancellation_details').reason)
    return {
      type: change,
      ref: reading.text(object.id),
      subscription: true,
      ...named(reading.at(object, 'metadata')),
      providerRefs: items.flatMap(refsOfLine),
      periodEnd: isUnpaid(object, reason) ? null : Math.max(0, ...ends) || null,
      reason,
    }
  }

/** Returns whether the current period is unpaid. A period begins before its invoice is paid. */
function isUnpaid({ status }: Loose, reason: string | null): boolean {
  return reason === 'payment_failed' || UNPAID.has(String(status))
}

const UNPAID = new Set(['past_due', 'unpaid', 'incomplete', 'incomplete_expired'])

/** The type of event for a subscription update; null for an update without effect. */
function changeOf(object: Loose, previous: Loose): NormalType | null {
  if ('plan' in previous || ('items' in previous && hasOtherPrice(object, previous))) {
    return 'subscription.changed'
  }
  if ('status' in previous && object.status === 'past_due') return 'subscription.past_due'
  return previous.cancel_at_period_end === false && object.cancel_at_period_end === true
    ? 'subscription.canceled'
    : null
}

/** Returns whether the prices differ. Items contain their period, so they change with each new period too. */
function hasOtherPrice(object: Loose, previous: Loose): boolean {
  const [now, before] = [object, previous].map((one) => reading.list(reading.at(one, 'items').data))
  const pricesOf = (items: Loose[]) => items.flatMap((item) => refsOfLine(item).slice(0, 1)).toSorted()
  const [prices, pricesBefore] = [pricesOf(now), pricesOf(before)]
  if (before.length > 0 && pricesBefore.length === 0) return false
  return prices.join('\n') !== pricesBefore.join('\n')
}

const charge =
  (type: (object: Loose) => NormalType | null): Reader =>
  (object) => {
    const known = type(object)
    if (!known) return null
    const intent = reading.reference(object.payment_intent)
    const own = reading.reference(object.charge) ?? reading.text(object.id)
    return {
      type: known,
      ref: intent ?? own,
      aliases: kept(reading.reference(object.invoice), own),
      ...money(object.amount_refunded ?? object.amount, object.currency),
      reason: reading.text(object.reason),
    }
  }

const CLOSED: Record<string, NormalType> = {
  won: 'dispute.won',
  warning_closed: 'dispute.won',
  lost: 'dispute.lost',
}

const pastDue: Reader = (object) => {
  const details = reading.at(object, 'parent', 'subscription_details')
  const ref = reading.reference(object.subscription) ?? reading.reference(details.subscription)
  return { type: 'subscription.past_due', ref, subscription: true }
}

const READERS: Record<string, Reader> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'invoice.paid': invoice,
  'invoice_payment.paid': payment,
  'invoice.payment_failed': pastDue,
  'customer.subscription.updated': subscription(null),
  'customer.subscription.deleted': subscription('subscription.ended'),
  'charge.refunded': charge(({ refunded }) => (refunded === true ? 'refund.full' : 'refund.partial')),
  'charge.dispute.created': charge(() => 'dispute.opened'),
  'charge.dispute.closed': charge(({ status }) => reading.entry(CLOSED, String(status))),
}

/**
 * The lines that a period is paid with. A prorated line is about a part of the period before, often at a price or with a
 * quantity that no longer applies, so it counts only if there is no other line.
 */
function paidLines(lines: Loose[]): PaidLine[] {
  const whole = lines.filter((line) => !isProrated(line))
  return (whole.length > 0 ? whole : lines).map((line) => ({
    refs: refsOfLine(line),
    quantity: reading.pieces(line.quantity),
  }))
}

function isProrated(line: Loose): boolean {
  const parents = ['subscription_item_details', 'invoice_item_details']
  return [line, ...parents.map((name) => reading.at(line, 'parent', name))].some(
    ({ proration }) => proration === true
  )
}

function refsOfLine(line: Loose): string[] {
  const price = reading.at(line, 'price')
  const details = reading.at(line, 'pricing', 'price_details')
  const plan = reading.at(line, 'plan')
  return kept(
    ...[reading.text(price.id), reading.reference(details.price), reading.text(plan.id)],
    ...[reading.reference(price.product), reading.reference(details.product), reading.reference(plan.product)]
  )
}

/** The currencies that Stripe sends in another unit than ISO 4217: so many of our units are so many of Stripe's. */
const UNITS: Record<string, [ours: number, theirs: number]> = { ISK: [1, 100], UGX: [1, 100], MGA: [100, 1] }

/** A sum of money in the smallest unit of its currency. What is less than this unit does not count. */
function money(amount: unknown, currency: unknown) {
  const [sent, code] = [reading.amount(amount), reading.currency(currency)]
  const [ours, theirs] = reading.entry(UNITS, code ?? '') ?? [1, 1]
  return {
    amount: sent === null ? null : reading.amount(Math.floor((sent * ours) / theirs)),
    currency: code,
  }
}

/** The ids that the merchant has put into the metadata. */
function named(metadata: Loose) {
  return {
    ...uuidOrNothing('orderId', metadata.order_id),
    ...uuidOrNothing('listingId', metadata.listing_id),
    ...uuidOrNothing('licenseId', metadata.license_id),
  }
}

function uuidOrNothing<Field extends string>(field: Field, value: unknown): Partial<Record<Field, string>> {
  const id = reading.uuid(value)
  return id ? ({ [field]: id } as Record<Field, string>) : {}
}
