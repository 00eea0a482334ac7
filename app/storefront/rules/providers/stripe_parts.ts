import type { SaidEvent } from '#storefront/rules/normal_event'
import { reading, type Loose } from './reading.js'

/** Reads the object of an event of Stripe; `previous` has the fields that it has changed, as they were before. */
export type Reader = (object: Loose, previous: Loose) => SaidEvent | null

/** Returns the ids that are there. */
export const keptIds = (...ids: (string | null)[]) => ids.filter((id) => id !== null)

/** The ids of the price and the product of a line or an item. */
export function refsOfLine(line: Loose): string[] {
  const price = reading.at(line, 'price')
  const details = reading.at(line, 'pricing', 'price_details')
  const plan = reading.at(line, 'plan')
  return keptIds(
    ...[reading.text(price.id), reading.reference(details.price), reading.text(plan.id)],
    ...[reading.reference(price.product), reading.reference(details.product), reading.reference(plan.product)]
  )
}

/** The currencies that Stripe sends in another unit than ISO 4217: so many of our units are so many of Stripe's. */
const UNITS: Record<string, [ours: number, theirs: number]> = { ISK: [1, 100], UGX: [1, 100], MGA: [100, 1] }

/** A sum of money in the smallest unit of its currency. What is less than this unit does not count. */
export function money(amount: unknown, currency: unknown) {
  const [sent, code] = [reading.amount(amount), reading.currency(currency)]
  const [ours, theirs] = reading.entry(UNITS, code ?? '') ?? [1, 1]
  return {
    amount: sent === null ? null : reading.amount(Math.floor((sent * ours) / theirs)),
    currency: code,
  }
}

/** The ids that the merchant has put into the metadata. */
export function named(metadata: Loose) {
  return {
    ...uuidOrNothing('orderId', metadata.order_id),
    ...uuidOrNothing('listingId', metadata.listing_id),
    ...uuidOrNothing('licenseId', metadata.license_id),
  }
}

/** A field with an id, or no field if the value is none. */
export function uuidOrNothing<Field extends string>(
  field: Field,
  value: unknown
): Partial<Record<Field, string>> {
  const id = reading.uuid(value)
  return id ? ({ [field]: id } as Record<Field, string>) : {}
}
