import { normalOf, type NormalType, type ReadEvent, type SaidEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/**
 * Reads events of Lemon Squeezy (contract/10-storefront#106-processor-events). They contain no event id, so the ledger
 * uses a hash of the bytes. An order and its subscription are one purchase, so the subscription has the id of the order
 * as an alias.
 */
export function readLemonSqueezy(body: Loose): ReadEvent {
  const type = reading.text(reading.at(body, 'meta').event_name) ?? 'unknown'
  const data = reading.at(body, 'data')
  const attributes = reading.at(data, 'attributes')
  const said = reading.entry(READERS, type)?.(attributes, reading.reference(data.id))
  const custom = reading.at(body, 'meta', 'custom_data')
  const occurredAt = reading.millis(attributes.updated_at) ?? reading.millis(attributes.created_at)
  const named = {
    orderId: reading.uuid(custom.order_id),
    listingId: reading.uuid(custom.listing_id),
    licenseId: reading.uuid(custom.license_id),
    email: reading.email(attributes.user_email),
  }
  return { id: null, type, normal: normalOf(said && { ...named, ...said }, occurredAt) }
}

type Reader = (attributes: Loose, id: string | null) => SaidEvent | null

const kept = (...ids: (string | null)[]) => ids.filter((id) => id !== null)
const as = (kind: string, id: string | null) => (id === null ? null : `${kind}:${id}`)
const variantOf = (one: Loose) => kept(reading.reference(one.variant_id), reading.reference(one.product_id))

const order =
  (type: (attributes: Loose) => NormalType | null): Reader =>
  (attributes, id) => {
    const known = type(attributes)
    const item = reading.at(attributes, 'first_order_item')
    return (
      known && {
        type: known,
        ref: as('order', id),
        paidAt: known === 'refund.full' ? reading.millis(attributes.created_at) : null,
        providerRefs: variantOf(item),
        quantity: reading.pieces(item.quantity),
        amount: reading.amount(attributes.total),
        currency: reading.currency(attributes.currency),
      }
    )
  }

const subscription =
  (type: NormalType): Reader =>
  (attributes, id) => ({
    type,
    ref: as('subscription', id),
    aliases: kept(as('order', reading.reference(attributes.order_id))),
    subscription: true,
    providerRefs: variantOf(attributes),
    quantity: reading.pieces(reading.at(attributes, 'first_subscription_item').quantity),
    periodEnd: reading.millis(attributes.ends_at) ?? reading.millis(attributes.renews_at),
  })

const failed: Reader = (attributes) => ({
  type: 'subscription.past_due',
  ref: as('subscription', reading.reference(attributes.subscription_id)),
  subscription: true,
})

/**
 * Reads a refund of a payment. One for a change of the subscription is about a part of what was paid for it. The events of the
 * periods do not name their payments, but the time of this one tells which it is.
 */
const refunded: Reader = (attributes, id) => ({
  ...failed(attributes, null)!,
  aliases: kept(as('invoice', id)),
  paidAt: reading.millis(attributes.created_at),
  type:
    attributes.status === 'refunded' && attributes.billing_reason !== 'updated'
      ? 'refund.full'
      : 'refund.partial',
})

const isWhole = ({ refunded_amount: back, total }: Loose) =>
  reading.amount(back) === null || Number(back) >= Number(total)

const READERS: Record<string, Reader> = {
  order_created: order(({ status }) => (status === 'paid' ? 'purchase.paid' : null)),
  order_refunded: order((attributes) => (isWhole(attributes) ? 'refund.full' : 'refund.partial')),
  subscription_created: subscription('purchase.paid'),
  subscription_updated: (attributes, id) =>
    attributes.status === 'active' ? subscription('subscription.changed')(attributes, id) : null,
  subscription_cancelled: subscription('subscription.canceled'),
  subscription_expired: subscription('subscription.ended'),
  subscription_payment_failed: failed,
  subscription_payment_refunded: refunded,
}
