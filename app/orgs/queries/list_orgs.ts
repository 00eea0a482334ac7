import db from '@adonisjs/lucid/services/db'
import type { Plan } from '#config/settings/plans'
import { ownerOf, planOf } from '#accounts/credentials/owner_plan'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, rows } from '#kernel/database/sql'
import { plainEmail } from '#kernel/text/email'

/** An org as platform admins and operators of the service see it. */
export type OperatorOrg = {
  id: string
  name: string
  /** The email address of the owner, whose plan applies. */
  owner: string | null
  plan: Plan
  suspended: boolean
  members: number
  products: number
  licenses: number
  createdAt: Date
}

/** Licenses are counted like every reader counts them: the folded counts and the deltas after them (contract#counts). */
const SELECT = `select o.id, o.name, o.created_at as "createdAt", o.suspended_at is not null as suspended,
  (select u.email from users u where u.id = ${ownerOf('o.id')}) as owner, ${planOf('o.id')} as plan,
  (select count(*)::int from org_members m where m.org_id = o.id) as members,
  (select count(*)::int from products p where p.org_id = o.id) as products,
  (select coalesce(sum(c.count), 0)::float8 from (
     select count from license_counts where org_id = o.id
     union all
     select delta from license_count_deltas where org_id = o.id) as c) as licenses
  from orgs o`

/** Lists orgs for operators and platform admins, who have access to all orgs. */
export default class ListOrgs {
  /**
   * The orgs where the name, or the address of a member, contains the search text; newest first.
   * @throws Refusal INVALID_CURSOR
   */
  execute(search: string | undefined, page: PageRequest): Promise<Page<OperatorOrg>> {
    const text = search?.trim() || null
    const address = text && plainEmail(text)
    return readPage(page, orderById('all_orgs'), ([after], count) =>
      rows<OperatorOrg>(
        db.connection(),
        `${SELECT}
         where (?::uuid is null or o.id < ?::uuid)
           and (?::text is null or position(lower(?) in lower(o.name)) > 0 or exists (
             select from org_members m join users u on u.id = m.user_id
             where m.org_id = o.id and position(? in u.email) > 0))
         order by o.id desc limit ?`,
        [after, after, text, text, address, count]
      )
    )
  }

  one(orgId: string): Promise<OperatorOrg | null> {
    return firstRow(db.connection(), `${SELECT} where o.id = ?`, [orgId])
  }
}
