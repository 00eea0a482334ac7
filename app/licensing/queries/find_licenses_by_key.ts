import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'

/** A license with this key, and the product and org that it belongs to. */
export type KeyedLicense = { id: string; product: string; org: string; scope: Scope }

/**
 * Finds the licenses of all orgs that have this key, at most 20; a key is unique in its org. Only for operators; no
 * request may call this.
 */
export default class FindLicensesByKey {
  async execute(key: string, productId: string | null): Promise<KeyedLicense[]> {
    const found = await rows<{ id: string; product: string; org: string; orgId: string; productId: string }>(
      db.connection(),
      `select l.id, p.name as product, o.name as org, l.org_id as "orgId", l.product_id as "productId"
       from products p join licenses l on l.product_id = p.id and l.key = ? join orgs o on o.id = l.org_id
       where ?::uuid is null or p.id = ?::uuid order by l.id limit 20`,
      [key, productId, productId]
    )
    const actor = { type: 'system', id: null } as const
    return found.map(({ id, product, org, orgId, productId: of }) => ({
      id,
      product,
      org,
      scope: { orgId, productId: of, actor },
    }))
  }
}
