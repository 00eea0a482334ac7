import { normalOf, type NormalType, type ReadEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'
import { invoice, failedInvoice, payment } from './stripe_invoice.js'
import { keptIds, money, named, refsOfLine, uuidOrNothing, type Reader } from './stripe_parts.js'

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
    aliases: keptIds(intent, invoice, id),
    subscription: subscription !== null,
    ...named(metadata),
    ...uuidOrNothing('orderId', session.client_reference_id),
    providerRefs: keptIds(reading.text(metadata.provider_ref), reading.reference(session.payment_link)),
    // A session does not contain its items, so only the metadata can tell the quantity.
    quantity: reading.pieces(metadata.quantity),
    email:
      reading.email(reading.at(session, 'customer_details').email) ?? reading.email(session.customer_email),
    ...money(session.amount_total, session.currency),
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
      aliases: keptIds(reading.reference(object.invoice), own),
      ...money(object.amount_refunded ?? object.amount, object.currency),
      reason: reading.text(object.reason),
    }
  }

const CLOSED: Record<string, NormalType> = {
  won: 'dispute.won',
  warning_closed: 'dispute.won',
  lost: 'dispute.lost',
}

const READERS: Record<string, Reader> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'invoice.paid': invoice,
  'invoice_payment.paid': payment,
  'invoice.payment_failed': failedInvoice,
  'customer.subscription.updated': subscription(null),
  'customer.subscription.deleted': subscription('subscription.ended'),
  'charge.refunded': charge(({ refunded }) => (refunded === true ? 'refund.full' : 'refund.partial')),
  'charge.dispute.created': charge(() => 'dispute.opened'),
  'charge.dispute.closed': charge(({ status }) => reading.entry(CLOSED, String(status))),
}
