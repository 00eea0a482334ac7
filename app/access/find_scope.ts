import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { firstRow } from '#kernel/database/sql'

/**
 * A member's access to an org. A suspended org is read-only. `captured` is true if the org enforces SSO for the
 * member's address, `secondFactor` if the member's second factor is on.
 */
export type OrgAccess = {
  orgId: string
  role: Role
  suspended: boolean
  captured: boolean
  secondFactor: boolean
}
export type ProductAccess = OrgAccess & { productId: string }

const ACCESS = `o.id as "orgId", m.role, o.suspended_at is not null as suspended,
  exists (select 1 from sso_connections s
    join users u on u.id = m.user_id
    join org_domains d on d.org_id = s.org_id and d.purpose = 'email' and d.status = 'verified'
      and d.hostname = split_part(u.email, '@', 2)
    where s.org_id = o.id and s.enforced and s.enabled) as captured,
  coalesce((select u.totp_secret is not null from users u where u.id = m.user_id), false) as "secondFactor"`
const MEMBER = `join org_members m on m.org_id = o.id and m.user_id = ?`

/**
 * Finds the orgs that a user can access as a member: the basis of every dashboard scope (contract#1-who-may-see-what).
 */
export default class FindScope {
  /** The access to an org. Null if the org does not exist; `role` is null if the user is not a member. */
  async ofOrg(
    userId: string,
    orgId: string
  ): Promise<(Omit<OrgAccess, 'role'> & { role: Role | null }) | null> {
    return firstRow(db.connection(), `select ${ACCESS} from orgs o left ${MEMBER} where o.id = ?`, [
      userId,
      orgId,
    ])
  }

  /** The org of a product that the user can see; otherwise null. */
  async ofProduct(userId: string, productId: string): Promise<ProductAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS}, p.id as "productId" from products p
       join orgs o on o.id = p.org_id ${MEMBER} where p.id = ?`,
      [userId, productId]
    )
  }

  /** The org of a license that the user can see; otherwise null. */
  async ofLicense(userId: string, licenseId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS} from licenses l join orgs o on o.id = l.org_id ${MEMBER} where l.id = ?`,
      [userId, licenseId]
    )
  }

  /** The org of an existing or deleted license, found by its timeline, if the user can see it; otherwise null. */
  async ofTimeline(userId: string, licenseId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS} from license_events e
       join orgs o on o.id = e.org_id ${MEMBER} where e.license_id = ? limit 1`,
      [userId, licenseId]
    )
  }

  /** The org of a ticket that the user can see; otherwise null. */
  async ofTicket(userId: string, ticketId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS} from tickets t join orgs o on o.id = t.org_id ${MEMBER} where t.id = ?`,
      [userId, ticketId]
    )
  }

  /** The org and product of a tier that the user can see; otherwise null. */
  async ofTier(userId: string, tierId: string): Promise<ProductAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS}, t.product_id as "productId" from tiers t
       join orgs o on o.id = t.org_id ${MEMBER} where t.id = ?`,
      [userId, tierId]
    )
  }

  /** The org and product of an API key that the user can see; otherwise null. */
  async ofApiKey(userId: string, apiKeyId: string): Promise<ProductAccess | null> {
    return firstRow(
      db.connection(),
      `select ${ACCESS}, p.id as "productId" from api_keys k
       join products p on p.id = k.product_id join orgs o on o.id = p.org_id ${MEMBER} where k.id = ?`,
      [userId, apiKeyId]
    )
  }
}
