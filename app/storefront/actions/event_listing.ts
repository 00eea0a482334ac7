import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import ListListings from '#storefront/queries/list_listings'
import { soldListing, type SoldListing } from '#storefront/rules/listing'
import type { NormalEvent } from '#storefront/rules/normal_event'
import type { EventSource } from './event_call.js'

/** The listing of an event: by its id, by the order that it names, or by a price or product of the processor. */
export async function listingOf(
  trx: Trx,
  { id, orgId }: EventSource,
  { listingId, orderId, providerRefs }: NormalEvent
): Promise<SoldListing | null> {
  const found = await firstRow<{ id: string }>(
    trx,
    `select l.id from listings l left join listing_refs r on r.listing_id = l.id and r.processor_id = ?
     left join orders o on o.id = ?::uuid and o.org_id = l.org_id and o.listing_id = l.id
     where l.org_id = ? and l.archived_at is null and (l.id = ?::uuid or o.id is not null or r.ref = any(?::text[]))
     order by l.id = ?::uuid desc nulls last, o.id is not null desc, array_position(?::text[], r.ref) limit 1`,
    [id, orderId, orgId, listingId, providerRefs, listingId, providerRefs]
  )
  if (!found) return null
  return soldListing(await new ListListings().byId({ orgId, productId: null }, found.id, trx))
}
