import { addressKey, ensureEndUsers } from '#end_users/actions/ensure_end_users'
import type { Trx } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { partsOfName } from '#kernel/text/name'
import type { Millis } from '#kernel/time/millis'
import { insertLicenses, type NewLicense } from '#licensing/actions/insert_licenses'
import { isPaidLess, paidTerms } from '#storefront/rules/paid'
import type { OrderFlag } from '#storefront/rules/order'
import type { QueuedEvent } from '#storefront/rules/plain_events'
import { findMeantListings, type MeantListing } from '#storefront/store/meant_listings'
import { newLicensesOf } from '#storefront/store/issue_licenses'
import { takePaidTogether } from '#storefront/store/listing_supply'
import { ordersBefore } from '#storefront/store/orders_before'
import { mailFulfilled } from '#storefront/store/mail_order'
import { writeNewSubjects } from '#storefront/store/new_subjects'
import { writeFulfilledOrders, type FulfilledOrder } from '#storefront/store/write_fulfilled_orders'
import { takeOrderNumbers } from '#storefront/store/write_order'

const SYSTEM = { type: 'system', id: null } as const

/** A processed event, its order, and a text that describes the result. */
export type Worked = { queued: QueuedEvent; orderId: string; result: string }

type Purchase = { queued: QueuedEvent; meant: MeantListing; endUserId: string }

/**
 * Processes many new purchases at once, with the same effect as `buy`. The caller has locked their names. The number of
 * statements grows with the listings and orgs, but not with the purchases. Purchases that cannot be processed this way
 * are left out of the result; `applyEvent` processes them.
 */
export async function buyTogether(trx: Trx, asked: QueuedEvent[], now: Millis): Promise<Worked[]> {
  if (asked.length === 0) return []
  const before = await ordersBefore(trx, asked)
  const unknown = asked.filter((_, at) => before[at] === null)
  const listings = await findMeantListings(trx, unknown, now)
  const meaningful = unknown.filter(({ id }) => listings.has(id))
  const people = await ensureEndUsers(
    trx,
    meaningful.map((queued) => ({ ...addressOf(queued), ...partsOfName(queued.event.name ?? '') })),
    now
  )
  const purchases = meaningful.flatMap((queued): Purchase[] => {
    const endUserId = people.get(addressKey(addressOf(queued)))
    return endUserId ? [{ queued, meant: listings.get(queued.id)!, endUserId }] : []
  })
  if (purchases.length === 0) return []
  const { orders, licenses } = await ordered(trx, purchases)
  const inserted = await insertLicenses(trx, licenses, { actor: SYSTEM, now })
  if (inserted.size < licenses.length) throw new Error('A new license key was taken')
  await writeFulfilledOrders(trx, orders, now)
  await mailFulfilled(trx, orders, now)
  const subjects = orders.map(({ id: orderId, listing, licenseIds }, at) => ({
    ...{ queued: purchases[at].queued, orderId, listingId: listing.id, licenseIds },
  }))
  await writeNewSubjects(trx, subjects, now)
  return subjects.map(({ queued, orderId }) => ({ queued, orderId, result: 'The order is fulfilled' }))
}

function addressOf({ orgId, event }: QueuedEvent) {
  return { orgId, email: event.email! }
}

async function ordered(trx: Trx, purchases: Purchase[]) {
  const wanted = purchases.map(({ queued, meant }) => ({
    listingId: meant.listing.id,
    quantity: queued.event.quantity,
  }))
  const enough = await takePaidTogether(trx, wanted)
  const numbers = await takeOrderNumbers(
    trx,
    purchases.map(({ queued }) => queued.orgId)
  )
  const licenses: NewLicense[] = []
  const orders = purchases.map((purchase, at): FulfilledOrder => {
    const { queued, meant, endUserId } = purchase
    const { event, orgId, processorId } = queued
    const { listing } = meant
    const { quantity } = event
    const terms = paidTerms(event, listing) ?? meant.terms
    const issued = newLicensesOf({ orgId, endUserId, listing, quantity }, meant.keyPrefix, terms).map(
      (license) => ({ ...license, reason: `Order #${numbers[at]}` })
    )
    licenses.push(...issued)
    const flags: OrderFlag[] = enough[at] ? [] : ['over_stock']
    if (isPaidLess({ listing, quantity }, event)) flags.push('lower_amount')
    return {
      ...{ id: newId(), orgId, processorId, number: numbers[at], listing, quantity, endUserId, flags },
      amount: event.amount ?? (listing.price && listing.price.amount * quantity),
      currency: event.currency ?? listing.price?.currency ?? null,
      reference: event.ref,
      licenseIds: issued.map(({ id }) => id),
      effect: { revisions: Object.fromEntries(issued.map(({ id, revision }) => [id, revision])) },
    }
  })
  return { orders, licenses }
}
