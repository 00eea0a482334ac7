import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

export type OperatorProduct = {
  id: string
  name: string
  orgId: string
  org: string
  apiKeys: number
  licenses: number
  createdAt: Date
}

/**
 * Lists the products of all orgs or of one org, newest first. Only for operators; never use it for requests. The licenses are
 * the folded counts and the deltas after them (contract#counts).
 */
export default class ListAllProducts {
  execute(orgId: string | null, limit: number): Promise<OperatorProduct[]> {
    return rows(
      db.connection(),
      `select p.id, p.name, p.org_id as "orgId", o.name as org, p.created_at as "createdAt",
         (select count(*)::int from api_keys k where k.product_id = p.id and k.revoked_at is null) as "apiKeys",
         (select coalesce(sum(c.count), 0)::float8 from (
            select count from license_counts where product_id = p.id
            union all
            select delta from license_count_deltas where org_id = p.org_id and product_id = p.id) as c) as licenses
       from products p join orgs o on o.id = p.org_id
       where ?::uuid is null or p.org_id = ?::uuid
       order by p.id desc limit ?`,
      [orgId, orgId, limit]
    )
  }
}
