import type { PaidLine, SaidEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'
import { kept, money, named, refsOfLine, type Reader } from './stripe_parts.js'

/** Reads a paid invoice of a subscription. */
export const invoice: Reader = (object) => {
  if (object.billing_reason === 'manual') return charge(object)
  const all = linesOf(object)
  const ends = all.map((line) => reading.seconds(reading.at(line, 'period').end) ?? 0)
  const isFirst = object.billing_reason === 'subscription_create'
  if (!isFirst && object.billing_reason !== 'subscription_cycle') return null
  return {
    type: isFirst ? 'purchase.paid' : 'subscription.renewed',
    ref: subscriptionOf(object),
    aliases: kept(reading.text(object.id), reading.reference(object.payment_intent)),
    subscription: true,
    ...paid(object, paidLines(all)),
    periodEnd: Math.max(0, ...ends) || null,
  }
}

/**
 * Reads an invoice that the merchant has made by hand. Its items that are charged once are a purchase of their own, if it
 * names a subscription: that of a checkout, which is known already, names none. The invoice repeats the metadata of the
 * subscription, so the order and the listing in them are those of the subscription.
 */
function charge(object: Loose): SaidEvent | null {
  const [payer, lines] = [subscriptionOf(object), linesOf(object).filter(isChargedOnce)]
  if (payer === null || lines.length === 0) return null
  return {
    type: 'purchase.paid',
    ref: reading.text(object.id),
    aliases: kept(reading.reference(object.payment_intent)),
    payer,
    ...paid(object, lines.map(paidLine)),
    ...{ orderId: null, listingId: null },
  }
}

function subscriptionOf(invoice: Loose): string | null {
  const details = reading.at(invoice, 'parent', 'subscription_details')
  return reading.reference(invoice.subscription) ?? reading.reference(details.subscription)
}

const linesOf = (invoice: Loose) => reading.list(reading.at(invoice, 'lines').data)

/** What an invoice pays for, by these lines, and how much. */
function paid(invoice: Loose, lines: PaidLine[]) {
  const metadata = [['subscription_details'], ['parent', 'subscription_details']].map((path) =>
    reading.at(invoice, ...path, 'metadata')
  )
  return {
    ...named({ ...metadata[0], ...metadata[1] }),
    providerRefs: lines.flatMap(({ refs }) => refs),
    quantity: lines[0]?.quantity ?? 1,
    lines,
    email: reading.email(invoice.customer_email),
    ...money(invoice.amount_paid, invoice.currency),
  }
}

/** Links a payment to its invoice. In newer API versions, the invoice and the charge do not refer to each other. */
export const payment: Reader = (object) => {
  const by = reading.at(object, 'payment')
  return {
    type: 'purchase.paid',
    ref: reading.reference(object.invoice),
    aliases: kept(reading.reference(by.payment_intent), reading.reference(by.charge)),
  }
}

/** Reads an invoice that could not be paid. One that the merchant has made by hand is not about a period. */
export const pastDue: Reader = (object) =>
  object.billing_reason === 'manual'
    ? null
    : { type: 'subscription.past_due', ref: subscriptionOf(object), subscription: true }

/**
 * The lines that a period is paid with. A prorated line is about a part of the period before, often at a price or with a
 * quantity that no longer applies, so it counts only if there is no other line.
 */
function paidLines(lines: Loose[]): PaidLine[] {
  const whole = lines.filter((line) => !isProrated(line))
  return (whole.length > 0 ? whole : lines).map(paidLine)
}

const paidLine = (line: Loose): PaidLine => ({
  refs: refsOfLine(line),
  quantity: reading.pieces(line.quantity),
})

/** Returns whether a line is for an item that is charged once, and not for a part of a subscription. */
function isChargedOnce(line: Loose): boolean {
  const type = reading.at(line, 'parent').type ?? line.type
  return !isProrated(line) && type !== 'subscription_item_details' && type !== 'subscription'
}

function isProrated(line: Loose): boolean {
  const parents = ['subscription_item_details', 'invoice_item_details']
  return [line, ...parents.map((name) => reading.at(line, 'parent', name))].some(
    ({ proration }) => proration === true
  )
}
