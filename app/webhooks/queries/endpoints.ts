import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, rows } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'

/** The content of deliveries: ids alone, or also the license after the change. */
export type Payload = 'thin' | 'full'

export type EndpointRow = {
  id: string
  productId: string
  url: string
  events: string[]
  enabled: boolean
  payload: Payload
  lastSuccessAt: Date | null
  consecutiveFailures: number
  createdAt: Date
  updatedAt: Date
}

/** The columns of an `EndpointRow`; they never include a secret. */
export const ENDPOINT_COLUMNS = `id, product_id as "productId", url, events, enabled, payload,
  last_success_at as "lastSuccessAt", consecutive_failures as "consecutiveFailures",
  created_at as "createdAt", updated_at as "updatedAt"`

/**
 * The webhook endpoints of a product (interface#27-webhook-endpoint-and-delivery, contract#endpoints). The scope must
 * name the product, except for `list`.
 */
export default class Endpoints {
  /** Lists endpoints, oldest first; without a product, those of the whole org. @throws Refusal INVALID_CURSOR */
  list(scope: Scope, page: PageRequest): Promise<Page<EndpointRow>> {
    const own = inScope(scope, 'webhook_endpoints')
    return readPage(page, orderById('endpoints'), ([after], count) =>
      rows<EndpointRow>(
        db.connection(),
        `select ${ENDPOINT_COLUMNS} from webhook_endpoints
         where ${own.sql} and deleted_at is null and (?::uuid is null or id > ?::uuid)
         order by id limit ?`,
        [...own.values, after, after, count]
      )
    )
  }

  find(scope: Scope, id: string): Promise<EndpointRow | null> {
    return firstRow(
      db.connection(),
      `select ${ENDPOINT_COLUMNS} from webhook_endpoints
       where id = ? and product_id = ? and org_id = ? and deleted_at is null`,
      [id, scope.productId, scope.orgId]
    )
  }

  /** An endpoint that something may be sent to. @throws Refusal NOT_FOUND, ENDPOINT_DISABLED */
  async open(scope: Scope, id: string): Promise<EndpointRow> {
    const endpoint = await this.find(scope, id)
    if (!endpoint) throw noSuch('webhook endpoint')
    if (!endpoint.enabled) throw new Refusal('ENDPOINT_DISABLED')
    return endpoint
  }

  /** Whether the product has, or ever had, this endpoint; its deliveries stay on record after its removal. */
  async everHad(scope: Scope, id: string): Promise<boolean> {
    const found = await firstRow(
      db.connection(),
      'select 1 from webhook_endpoints where id = ? and product_id = ? and org_id = ?',
      [id, scope.productId, scope.orgId]
    )
    return found !== null
  }
}
