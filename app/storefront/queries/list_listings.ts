import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { inScope } from '#kernel/database/in_scope'
import Refusal from '#kernel/refusals/refusal'
import { isUuid } from '#kernel/text/uuid'
import { LISTING_BOUNDS, type ShopListing, type ListingSettings } from '#storefront/rules/listing'

type Row = Omit<ShopListing, keyof ListingSettings> & { settings: ListingSettings }

const SELECT = `select l.id, l.org_id as "orgId", l.product_id as "productId", l.kind, l.settings, l.position, l.published,
    l.per_customer as "perCustomer", l.stock, l.taken, ${millis('l.created_at', 'createdAt')},
    ${millis('l.updated_at', 'updatedAt')},
    (select coalesce(json_agg(json_build_object('processorId', r.processor_id, 'ref', r.ref) order by r.processor_id, r.ref), '[]')
     from listing_refs r where r.listing_id = l.id) as "providerRefs"
  from listings l`

/** The positions that listings can have. A cursor with a larger number might not fit into the column. */
const isPosition = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LISTING_BOUNDS.pieces

const BY_POSITION: Order<Row, [number, string]> = {
  list: 'shown_listings',
  start: [null, null],
  of: ({ position, id }) => [position, id],
  is: ([position, id, ...rest]) => isPosition(position) && isUuid(id) && rest.length === 0,
}

/** Reads listings. Archived listings are never returned (contract/10-storefront#103-listings). */
export default class ListListings {
  /** Lists the listings of the scope, oldest first. @throws Refusal INVALID_CURSOR */
  execute(scope: Scope, page: PageRequest): Promise<Page<ShopListing>> {
    const own = inScope(scope, 'l')
    return shown(
      readPage(page, orderById('listings'), ([after], count) =>
        this.#rows(`${own.sql} and (?::uuid is null or l.id > ?::uuid) order by l.id`, [
          ...[...own.values, after, after, count],
        ])
      )
    )
  }

  /** Lists the published listings of the scope, by their position. @throws Refusal INVALID_CURSOR */
  published(scope: Pick<Scope, 'orgId' | 'productId'>, page: PageRequest): Promise<Page<ShopListing>> {
    const own = inScope(scope, 'l')
    return shown(
      readPage(page, BY_POSITION, ([position, id], count) =>
        this.#rows(
          `${own.sql} and l.published and (?::int is null or (l.position, l.id) > (?::int, ?::uuid))
           order by l.position, l.id`,
          [...own.values, position, position, id, count]
        )
      )
    )
  }

  /** @throws Refusal LISTING_NOT_FOUND if the listing is archived or not in the scope. */
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

  #rows(where: string, values: unknown[]): Promise<Row[]> {
    return rows<Row>(db.connection(), `${SELECT} where l.archived_at is null and ${where} limit ?`, values)
  }
}

async function shown(page: Promise<Page<Row>>): Promise<Page<ShopListing>> {
  const { items, nextCursor } = await page
  return { items: items.map(listingOf), nextCursor }
}

function listingOf({ settings, ...row }: Row): ShopListing {
  return { ...settings, ...row }
}
