import Refusal from '#kernel/refusals/refusal'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Terms } from '#licensing/rules/terms'
import ListListings from '#storefront/queries/list_listings'
import { soldListing, type SoldListing } from '#storefront/rules/listing'
import type { QueuedEvent } from '#storefront/rules/plain_events'
import { issueOf } from './issue_licenses.js'

/** A listing of the kind `new`, with the key prefix and the terms of its licenses. */
export type MeantListing = { listing: SoldListing; keyPrefix: string | null; terms: Terms }

/**
 * Finds the listing for the price of each purchase, by the id of the event. The transaction locks its product and tier.
 * Leaves out purchases without a listing, and listings that are not of the kind `new` or cannot be issued now.
 */
export async function findMeantListings(
  trx: Trx,
  queued: QueuedEvent[],
  now: Millis
): Promise<Map<string, MeantListing>> {
  const refs = queued.flatMap(({ id, processorId, event }) =>
    event.providerRefs.map((ref, place) => ({ id, processorId, ref, place }))
  )
  const meant = await rows<{ id: string; orgId: string; listingId: string }>(
    trx,
    `select distinct on (v.id) v.id, l.org_id as "orgId", l.id as "listingId"
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::int[]) as v (id, processor_id, ref, place)
     join listing_refs r on r.processor_id = v.processor_id and r.ref = v.ref
     join processors p on p.id = v.processor_id
     join listings l on l.id = r.listing_id and l.org_id = p.org_id and l.archived_at is null
     order by v.id, v.place`,
    [
      ...[refs.map(({ id }) => id), refs.map(({ processorId }) => processorId)],
      ...[refs.map(({ ref }) => ref), refs.map(({ place }) => place)],
    ]
  )
  const listings = new Map<string, MeantListing | null>()
  for (const { orgId, listingId } of meant.toSorted((one, other) =>
    one.listingId < other.listingId ? -1 : 1
  )) {
    if (!listings.has(listingId)) listings.set(listingId, await meantListing(trx, orgId, listingId, now))
  }
  return new Map(
    meant.flatMap(({ id, listingId }) => {
      const listing = listings.get(listingId)
      return listing ? [[id, listing] as const] : []
    })
  )
}

async function meantListing(trx: Trx, orgId: string, id: string, now: Millis): Promise<MeantListing | null> {
  const listing = soldListing(await new ListListings().byId({ orgId, productId: null }, id, trx))
  if (listing.kind !== 'new') return null
  try {
    return { listing, ...(await issueOf(trx, orgId, listing, now)) }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
