import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { BY_ID, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { inScope } from '#kernel/database/in_scope'
import Refusal from '#kernel/refusals/refusal'
import type { ShopListing, ListingSettings } from '#storefront/rules/listing'

type Row = Omit<ShopListing, keyof ListingSettings> & { settings: ListingSettings }

const SELECT = `select l.id, l.org_id as "orgId", l.product_id as "productId", l.kind, l.settings, l.position, l.published,
    l.per_customer as "perCustomer", l.stock, l.taken, ${millis('l.created_at', 'createdAt')},
    ${millis('l.updated_at', 'updatedAt')},
    (select coalesce(json_agg(json_build_object('processorId', r.processor_id, 'ref', r.ref) order by r.processor_id, r.ref), '[]')
     from listing_refs r where r.listing_id = l.id) as "providerRefs"
  from listings l`

/** Listings; archived ones are gone (contract/10-storefront#103-listings). */
export default class ListListings {
  /** Those of the scope, in the order in which they were made. @throws Refusal INVALID_CURSOR */
  execute(scope: Scope, page: PageRequest): Promise<Page<ShopListing>> {
    const own = inScope(scope, 'l')
    return this.#page(own.sql, own.values, page)
  }

  /** Those that visitors see. @throws Refusal INVALID_CURSOR */
  published(orgId: string, page: PageRequest): Promise<Page<ShopListing>> {
    return this.#page('l.org_id = ? and l.published', [orgId], page)
  }

  /** @throws Refusal LISTING_NOT_FOUND for one that is archived or out of the scope. */
  async byId(
    scope: Pick<Scope, 'orgId' | 'productId'>,
    id: string,
    client: SqlExecutor = db.connection()
  ): Promise<ShopListing> {
    const own = inScope(scope, 'l')
    const sql = `${SELECT} where l.archived_at is null and ${own.sql} and l.id = ?`
    const row = await firstRow<Row>(client, sql, [...own.values, id])
    if (!row) throw new Refusal('LISTING_NOT_FOUND')
    return listingOf(row)
  }

  #page(where: string, values: unknown[], page: PageRequest): Promise<Page<ShopListing>> {
    return readPage(page, BY_ID, async ([after], count) => {
      const found = await rows<Row>(
        db.connection(),
        `${SELECT} where l.archived_at is null and ${where} and (?::uuid is null or l.id > ?::uuid)
         order by l.id limit ?`,
        [...values, after, after, count]
      )
      return found.map(listingOf)
    })
  }
}

function listingOf({ settings, ...row }: Row): ShopListing {
  return { ...settings, ...row }
}
