import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'

type Owner = { orgId: string; productId: string }

/** Finds the scope of an endpoint or a delivery for terminal commands, whose operators may access every org. */
export default class FindWebhookOwner {
  ofEndpoint(id: string): Promise<Scope | null> {
    return scopeOf(
      `select org_id as "orgId", product_id as "productId" from webhook_endpoints where id = ?`,
      id
    )
  }

  ofDelivery(id: string): Promise<Scope | null> {
    return scopeOf(
      `select e.org_id as "orgId", e.product_id as "productId" from webhook_deliveries d
       join webhook_endpoints e on e.id = d.endpoint_id where d.id = ?`,
      id
    )
  }
}

async function scopeOf(sql: string, id: string): Promise<Scope | null> {
  const owner = await firstRow<Owner>(db.connection(), sql, [id])
  return owner && { ...owner, actor: { type: 'system', id: null } }
}
