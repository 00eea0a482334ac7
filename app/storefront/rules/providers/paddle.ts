import {
  normalOf,
  type NormalType,
  type PaidLine,
  type ReadEvent,
  type SaidEvent,
} from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/**
 * Reads events of Paddle Billing (contract/10-storefront#106-processor-events). They contain no email address, so the
 * merchant's checkout must set `custom_data` with `order_id`, or with `email` and `listing_id`.
 */
export function readPaddle(body: Loose): ReadEvent {
  const type = reading.text(body.event_type) ?? 'unknown'
  const data = reading.at(body, 'data')
  const said = reading.entry(READERS, type)?.(data)
  const occurredAt = reading.millis(body.occurred_at)
  return { id: reading.text(body.event_id), type, normal: normalOf(said, occurredAt) }
}

type Reader = (data: Loose) => SaidEvent | null

const kept = (...ids: (string | null)[]) => ids.filter((id) => id !== null)

function linesOf(data: Loose): PaidLine[] {
  return reading.list(data.items).map((item) => {
    const price = reading.at(item, 'price')
    const refs = kept(reading.text(price.id), reading.text(item.price_id), reading.text(price.product_id))
    return { refs, quantity: reading.pieces(item.quantity) }
  })
}

const refsOf = (data: Loose) => linesOf(data).flatMap(({ refs }) => refs)

function named(data: Loose) {
  const custom = reading.at(data, 'custom_data')
  return {
    orderId: reading.uuid(custom.order_id),
    listingId: reading.uuid(custom.listing_id),
    licenseId: reading.uuid(custom.license_id),
    email: reading.email(custom.email),
  }
}

const transaction: Reader = (data) => {
  if (data.origin === 'subscription_charge') return charge(data)
  const subscription = reading.text(data.subscription_id)
  const id = reading.text(data.id)
  return {
    type: data.origin === 'subscription_recurring' ? 'subscription.renewed' : 'purchase.paid',
    ref: subscription ?? id,
    aliases: kept(id),
    subscription: subscription !== null,
    ...named(data),
    ...paid(data),
    periodEnd: reading.millis(reading.at(data, 'billing_period').ends_at),
    proration: data.origin === 'subscription_update',
  }
}

/**
 * A one-time charge to a subscription, which is a purchase of its own. Paddle copies the custom data of the subscription to
 * it, so the order and the listing in them are those of the subscription.
 */
const charge: Reader = (data) => ({
  type: 'purchase.paid',
  ref: reading.text(data.id),
  payer: reading.text(data.subscription_id),
  ...named(data),
  ...{ orderId: null, listingId: null },
  ...paid(data),
})

/** What a transaction pays for, and how much. */
function paid(data: Loose) {
  const totals = reading.at(data, 'details', 'totals')
  const lines = linesOf(data)
  return {
    providerRefs: refsOf(data),
    quantity: lines[0]?.quantity ?? 1,
    lines,
    amount: reading.amount(totals.grand_total ?? totals.total),
    currency: reading.currency(data.currency_code),
  }
}

/**
 * Ignores the period: it begins before it is paid, and only transactions report payments. So a subscription that is
 * canceled at once, with a part of its paid period left, lasts until the end of that period.
 */
const subscription =
  (type: (data: Loose) => NormalType): Reader =>
  (data) => ({
    type: type(data),
    ref: reading.text(data.id),
    subscription: true,
    ...named(data),
    providerRefs: refsOf(data),
  })

function changeOf(data: Loose): NormalType {
  if (data.status === 'past_due') return 'subscription.past_due'
  const planned = reading.at(data, 'scheduled_change')
  return planned.action === 'cancel' ? 'subscription.canceled' : 'subscription.changed'
}

const adjustment: Reader = (data) => {
  const type = typeOfAdjustment(data)
  if (!type) return null
  return {
    type,
    ref: reading.text(data.transaction_id),
    amount: reading.amount(reading.at(data, 'totals').total),
    currency: reading.currency(data.currency_code),
    reason: reading.text(data.reason),
  }
}

/** Ignores a chargeback with the status `reversed`: a separate adjustment reports that the dispute was won. */
function typeOfAdjustment({ action, status, type }: Loose): NormalType | null {
  if (status !== 'approved') return null
  if (action === 'chargeback') return 'dispute.opened'
  if (action === 'chargeback_reverse') return 'dispute.won'
  if (action !== 'refund') return null
  return type === 'full' ? 'refund.full' : 'refund.partial'
}

const READERS: Record<string, Reader> = {
  'transaction.completed': transaction,
  'subscription.updated': subscription(changeOf),
  'subscription.past_due': subscription(() => 'subscription.past_due'),
  'subscription.canceled': subscription(() => 'subscription.ended'),
  'adjustment.created': adjustment,
  'adjustment.updated': adjustment,
}
