import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import ListListings from '#storefront/queries/list_listings'
import { soldListing, type SoldListing } from '#storefront/rules/listing'
import type { NormalEvent } from '#storefront/rules/normal_event'
import type { EventCall, EventSource, SoldLine } from './event_call.js'

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

/**
 * The listing whose price is paid now. In an event of `standard`, `listingId` may name it; other processors repeat the
 * names of the purchase.
 */
export function pricedListingOf({ trx, source, event }: EventCall): Promise<SoldListing | null> {
  const listingId = source.provider === 'standard' ? event.listingId : null
  return listingOf(trx, source, { ...event, listingId, orderId: null })
}

/** Finds the listings that a payment is for by its prices and products. An event without lines counts as one line. */
export async function soldLinesOf(
  trx: Trx,
  { id, orgId }: EventSource,
  { lines, providerRefs, quantity }: NormalEvent
): Promise<SoldLine[]> {
  const all = lines.length > 0 ? lines : [{ refs: providerRefs, quantity }]
  const refs = all.flatMap(({ refs: ofLine }, line) => ofLine.map((ref, place) => ({ line, ref, place })))
  const sold = await rows<{ line: number; listingId: string }>(
    trx,
    `select distinct on (v.line) v.line, l.id as "listingId"
     from unnest(?::int[], ?::text[], ?::int[]) as v (line, ref, place)
     join listing_refs r on r.processor_id = ? and r.ref = v.ref
     join listings l on l.id = r.listing_id and l.org_id = ? and l.archived_at is null
     order by v.line, v.place`,
    [
      ...[refs.map(({ line }) => line), refs.map(({ ref }) => ref), refs.map(({ place }) => place)],
      ...[id, orgId],
    ]
  )
  return sold.map(({ line, listingId }) => ({ listingId, quantity: all[line].quantity }))
}

/**
 * What an event pays for: the pieces of one listing, those of all of its lines that sell a listing, and whether these
 * sell another listing too.
 */
export type PaidPieces = { quantity: number; all: number; others: boolean }

/** Finds the pieces that an event pays for. Of several lines, the first one that sells the listing has its quantity. */
export async function paidPiecesOf(
  { event: { lines, quantity }, soldLines }: EventCall,
  listingId: string | null
): Promise<PaidPieces> {
  if (lines.length < 2) return { quantity, all: quantity, others: false }
  const sold = await soldLines()
  const own = sold.find((one) => one.listingId === listingId)
  return {
    quantity: own?.quantity ?? quantity,
    all: sold.length === 0 ? quantity : sold.reduce((sum, line) => sum + line.quantity, 0),
    others: sold.some((one) => one.listingId !== listingId),
  }
}

/**
 * Returns whether a payment sells another listing, and neither the one of the order nor the one that the subscription pays
 * now. A payment whose price no listing has, or that names one of the two, may be for them.
 */
export async function isForOthers({ event, soldLines }: EventCall, own: (string | null)[]): Promise<boolean> {
  if (event.listingId !== null && own.includes(event.listingId)) return false
  const sold = await soldLines()
  return sold.length > 0 && !sold.some(({ listingId }) => own.includes(listingId))
}
