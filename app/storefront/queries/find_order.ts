import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import type { OrderFlag, OrderSource, OrderState } from '#storefront/rules/order'
import { ordersOf } from '#storefront/store/orders_of'

/** An order (contract/10-storefront#105-orders). */
export type ShopOrder = {
  id: string
  orgId: string
  number: number
  state: OrderState
  source: OrderSource
  listing: SoldListing
  quantity: number
  amount: number | null
  currency: string | null
  endUserId: string
  targetLicenseId: string | null
  licenses: { id: string; key: string }[]
  reference: string | null
  processorId: string | null
  note: string | null
  reason: string | null
  flags: OrderFlag[]
  createdAt: Millis
  fulfilledAt: Millis | null
}

/** The filter of a list of orders. */
export type OrderFilter = { state?: OrderState; endUserId?: string; listingId?: string }

const SELECT = `select o.id, o.org_id as "orgId", o.number, o.state, o.source, o.listing, o.quantity, o.amount::float8 as amount,
    o.currency, o.end_user_id as "endUserId", o.target_license_id as "targetLicenseId", o.reference,
    o.processor_id as "processorId", o.note, o.reason, o.flags,
    ${millis('o.created_at', 'createdAt')}, ${millis('o.fulfilled_at', 'fulfilledAt')},
    (select coalesce(json_agg(json_build_object('id', l.id, 'key', l.key) order by l.id), '[]')
     from licenses l where l.id = any(o.license_ids) and l.org_id = o.org_id) as licenses
  from orders o`

/** Reads orders. */
export default class FindOrder {
  /** @throws Refusal NOT_FOUND if the order is not in the scope. */
  async byId(scope: Scope, id: string, client: SqlExecutor = db.connection()): Promise<ShopOrder> {
    const own = ordersOf(scope)
    const order = await firstRow<ShopOrder>(client, `${SELECT} where ${own.sql} and o.id = ?`, [
      ...own.values,
      id,
    ])
    if (!order) throw noSuch('order')
    return order
  }

  /** Lists orders, newest first. @throws Refusal INVALID_CURSOR */
  page(
    scope: Scope,
    { state, endUserId, listingId }: OrderFilter,
    page: PageRequest
  ): Promise<Page<ShopOrder>> {
    const own = ordersOf(scope)
    const equal = { state, end_user_id: endUserId, listing_id: listingId }
    const given = Object.entries(equal).filter(([, value]) => value !== undefined)
    const where = [own.sql, ...given.map(([column]) => `o.${column} = ?`)].join(' and ')
    const values = [...own.values, ...given.map(([, value]) => value)]
    return readPage(page, orderById('orders'), ([before], count) =>
      rows<ShopOrder>(
        db.connection(),
        `${SELECT} where ${where} and (?::uuid is null or o.id < ?::uuid) order by o.id desc limit ?`,
        [...values, before, before, count]
      )
    )
  }
}
