import { normalOf, type NormalType, type ReadEvent, type SaidEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/** Reads events of Polar (contract/10-storefront#106-processor-events). A header contains the event id. */
export function readPolar(body: Loose): ReadEvent {
  const type = reading.text(body.type) ?? 'unknown'
  const data = reading.at(body, 'data')
  const said = reading.entry(READERS, type)?.(data)
  const occurredAt =
    reading.millis(body.timestamp) ?? reading.millis(data.modified_at) ?? reading.millis(data.created_at)
  return { id: null, type, normal: normalOf(said, occurredAt) }
}

type Reader = (data: Loose) => SaidEvent | null

const kept = (...ids: (string | null)[]) => ids.filter((id) => id !== null)

function named(data: Loose) {
  const metadata = reading.at(data, 'metadata')
  return {
    orderId: reading.uuid(metadata.order_id) ?? reading.uuid(metadata.reference_id),
    listingId: reading.uuid(metadata.listing_id),
    licenseId: reading.uuid(metadata.license_id),
    email: reading.email(reading.at(data, 'customer').email),
    externalId: reading.text(reading.at(data, 'customer').external_id),
    providerRefs: kept(
      ...pricesOf(data),
      ...[reading.text(data.product_id), reading.text(reading.at(data, 'product').id)]
    ),
    quantity: reading.pieces(data.seats ?? data.units),
  }
}

/** The ids of the prices: an order has them in its items, a subscription in `prices`, and older events at the top. */
function pricesOf(data: Loose): (string | null)[] {
  return [
    ...[reading.text(data.product_price_id), reading.text(data.price_id)],
    ...reading.list(data.items).map((item) => reading.text(item.product_price_id)),
    ...reading.list(data.prices).map((price) => reading.text(price.id)),
  ]
}

const order =
  (type: (data: Loose) => NormalType): Reader =>
  (data) => {
    const subscription = reading.text(data.subscription_id)
    const id = reading.text(data.id)
    return {
      type: type(data),
      ref: subscription ?? id,
      aliases: kept(id),
      subscription: subscription !== null,
      ...named(data),
      periodEnd: reading.millis(reading.at(data, 'subscription').current_period_end),
      amount: reading.amount(data.total_amount ?? data.amount),
      currency: reading.currency(data.currency),
    }
  }

/** Ignores the period, except at the end: it begins before it is paid, and only `order.paid` reports payments. */
const subscription =
  (type: NormalType): Reader =>
  (data) => ({
    type,
    ref: reading.text(data.id),
    subscription: true,
    ...named(data),
    periodEnd: type === 'subscription.ended' && data.status !== 'unpaid' ? endOf(data) : null,
    reason: reading.text(data.customer_cancellation_reason),
  })

const endOf = (data: Loose) => reading.millis(data.ends_at) ?? reading.millis(data.current_period_end)

/** Returns whether a refund is full. `refunded_amount` excludes the tax, but `total_amount` includes it. */
function isWhole({ status, refunded_amount: net, refunded_tax_amount: tax, ...order }: Loose): boolean {
  if (status === 'refunded' || status === 'partially_refunded') return status === 'refunded'
  return Number(net) + Number(tax ?? 0) >= Number(order.total_amount ?? order.amount)
}

const isOfChange = ({ billing_reason: why }: Loose) => why === 'subscription_update'

const READERS: Record<string, Reader> = {
  'order.paid': (data) => ({
    ...order(({ billing_reason: why }) =>
      why === 'subscription_cycle' ? 'subscription.renewed' : 'purchase.paid'
    )(data)!,
    proration: isOfChange(data),
  }),
  'order.refunded': (data) => ({
    ...order((whole) => (isWhole(whole) ? 'refund.full' : 'refund.partial'))(data)!,
    // The subscription knows the order of a change only if it began a period.
    ...(isOfChange(data) && { ref: reading.text(data.id) }),
  }),
  'subscription.updated': subscription('subscription.changed'),
  'subscription.past_due': subscription('subscription.past_due'),
  'subscription.canceled': subscription('subscription.canceled'),
  'subscription.revoked': subscription('subscription.ended'),
}
