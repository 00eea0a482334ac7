import { NORMAL_TYPES, NOTHING_SAID, type NormalType, type ReadEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/**
 * Reads events in the service's own format, from a relay that signs them (contract/10-storefront#106-processor-events).
 */
export function readStandard(body: Loose): ReadEvent {
  const type = reading.text(body.type) ?? 'unknown'
  const data = reading.at(body, 'data')
  const id = reading.text(body.id)
  const ref = reading.text(data.subscription) ?? reading.text(data.ref)
  if (!isNormal(type) || !ref) return { id, type, normal: null }
  const own = reading.text(data.ref)
  return {
    id,
    type,
    normal: {
      ...NOTHING_SAID,
      type,
      occurredAt: reading.millis(body.occurredAt) ?? 0,
      ref,
      aliases: own && own !== ref ? [own] : [],
      subscription: reading.text(data.subscription) !== null || type.startsWith('subscription.'),
      listingId: reading.uuid(data.listingId),
      providerRefs: [reading.text(data.providerRef)].filter((one) => one !== null),
      orderId: reading.uuid(data.orderId),
      quantity: reading.pieces(data.quantity),
      email: reading.email(reading.at(data, 'customer').email),
      externalId: reading.text(reading.at(data, 'customer').externalId),
      name: reading.text(reading.at(data, 'customer').name),
      licenseId: reading.uuid(data.licenseId),
      licenseKey: reading.text(data.licenseKey),
      periodEnd: reading.millis(data.periodEnd),
      amount: reading.amount(data.amount),
      currency: reading.currency(data.currency),
      reason: reading.text(data.reason),
    },
  }
}

function isNormal(type: string): type is NormalType {
  return (NORMAL_TYPES as readonly string[]).includes(type)
}
