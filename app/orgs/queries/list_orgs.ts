import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

export type OperatorOrg = {
  id: string
  name: string
  owner: string | null
  members: number
  products: number
  licenses: number
  createdAt: Date
}

/** Orgs whose name, or the address of a member, holds a text; newest first. For operators, never behind a request. */
export default class ListOrgs {
  execute(search: string | undefined, limit: number): Promise<OperatorOrg[]> {
    const text = search?.trim().toLowerCase() || null
    return rows(
      db.connection(),
      `select o.id, o.name, o.created_at as "createdAt",
         (select u.email from org_members m join users u on u.id = m.user_id
          where m.org_id = o.id and m.role = 'OWNER' order by m.created_at, u.email limit 1) as owner,
         (select count(*)::int from org_members m where m.org_id = o.id) as members,
         (select count(*)::int from products p where p.org_id = o.id) as products,
         (select coalesce(sum(c.count), 0)::float8 from license_counts c join products p on p.id = c.product_id
          where p.org_id = o.id) as licenses
       from orgs o
       where ?::text is null or position(? in lower(o.name)) > 0 or exists (
         select from org_members m join users u on u.id = m.user_id
         where m.org_id = o.id and position(? in u.email) > 0)
       order by o.id desc limit ?`,
      [text, text, text, limit]
    )
  }
}
