import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { ShopListing, ListingSettings, ProviderRef } from '#storefront/rules/listing'

/** The fields of a listing that this writes. */
export type WrittenListing = Pick<
  ShopListing,
  'id' | 'orgId' | 'productId' | 'kind' | 'position' | 'published' | 'perCustomer' | 'stock'
> & { settings: ListingSettings }

/**
 * Writes a new or locked listing, and replaces its references.
 * @throws Refusal NOT_FOUND if the org has no such processor; CONFLICT for a reference that another listing has.
 */
export async function writeListing(trx: Trx, listing: WrittenListing, refs: ProviderRef[], now: Millis) {
  const { id, orgId, productId, kind, settings, position, published, perCustomer, stock } = listing
  const at = new Date(now)
  await rows(
    trx,
    `insert into listings
       (id, org_id, product_id, kind, settings, position, published, per_customer, stock, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set settings = excluded.settings, position = excluded.position,
       published = excluded.published, per_customer = excluded.per_customer, stock = excluded.stock,
       updated_at = excluded.updated_at`,
    [id, orgId, productId, kind, JSON.stringify(settings), position, published, perCustomer, stock, at, at]
  )
  await writeRefs(trx, orgId, id, refs)
}

async function writeRefs(trx: Trx, orgId: string, listingId: string, refs: ProviderRef[]) {
  await rows(trx, `delete from listing_refs where listing_id = ?`, [listingId])
  if (refs.length === 0) return
  const processors = [...new Set(refs.map(({ processorId }) => processorId))]
  const known = await firstRow<{ count: number }>(
    trx,
    `select count(*)::int as count from processors where org_id = ? and id = any(?::uuid[])`,
    [orgId, processors]
  )
  if (known!.count < processors.length) throw noSuch('processor')
  const written = await rows(
    trx,
    `insert into listing_refs (processor_id, ref, listing_id)
     select distinct v.processor_id, v.ref, ?::uuid from unnest(?::uuid[], ?::text[]) as v (processor_id, ref)
     on conflict do nothing returning 1`,
    [listingId, refs.map(({ processorId }) => processorId), refs.map(({ ref }) => ref)]
  )
  const distinct = new Set(refs.map(({ processorId, ref }) => `${processorId} ${ref}`))
  if (written.length === distinct.size) return
  throw new Refusal('CONFLICT', { message: 'Another listing has one of the providerRefs' })
}
