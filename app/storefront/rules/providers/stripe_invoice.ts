import type { NormalType, PaidLine, SaidEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'
import { keptIds, money, named, refsOfLine, type Reader } from './stripe_parts.js'

/** Reads a paid invoice of a subscription. */
export const invoice: Reader = (object) => {
  if (object.billing_reason === 'manual') return charge(object)
  const type = reading.entry(TYPES, String(object.billing_reason))
  if (type === null) return null
  const all = linesOf(object)
  return {
    type,
    ref: subscriptionOf(object),
    aliases: keptIds(reading.text(object.id), reading.reference(object.payment_intent)),
    subscription: true,
    ...paid(object, paidLines(all)),
    periodEnd: endOf(all) || null,
    proration: isForPart(object, all),
  }
}

/** The invoices of a subscription, by their `billing_reason`. */
const TYPES: Record<string, NormalType> = {
  subscription_create: 'purchase.paid',
  subscription_cycle: 'subscription.renewed',
  subscription_update: 'subscription.renewed',
  subscription_threshold: 'subscription.renewed',
}

/** The latest end of the periods of some lines; 0 if there is none. */
const endOf = (lines: Loose[]) =>
  Math.max(0, ...lines.map((line) => reading.seconds(reading.at(line, 'period').end) ?? 0))

/**
 * Returns whether an invoice may be for a part of a period. That of a change is not if a line of the subscription, which
 * is not prorated, pays to the end: another interval, the end of a trial and another billing date begin a period.
 */
function isForPart({ billing_reason: why }: Loose, lines: Loose[]): boolean {
  if (why !== 'subscription_update') return why === 'subscription_threshold'
  return endOf(lines.filter(isWhole)) < endOf(lines)
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
    aliases: keptIds(reading.reference(object.payment_intent)),
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
    aliases: keptIds(reading.reference(by.payment_intent), reading.reference(by.charge)),
  }
}

/** Reads an invoice that could not be paid. One that the merchant has made by hand is not about a period. */
export const failedInvoice: Reader = (object) =>
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

const typeOf = (line: Loose) => String(reading.at(line, 'parent').type ?? line.type)

/** Returns whether a line is for an item that is charged once, and not for a part of a subscription. */
const isChargedOnce = (line: Loose) =>
  !isProrated(line) && !['subscription_item_details', 'subscription'].includes(typeOf(line))

/** Returns whether a line is for a whole period of a subscription. */
const isWhole = (line: Loose) =>
  !isProrated(line) && !['invoice_item_details', 'invoiceitem'].includes(typeOf(line))

function isProrated(line: Loose): boolean {
  const parents = ['subscription_item_details', 'invoice_item_details']
  return [line, ...parents.map((name) => reading.at(line, 'parent', name))].some(
    ({ proration }) => proration === true
  )
}
