import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { firstRow } from '#kernel/database/sql'

export type OrgAccess = { orgId: string; role: Role }
export type ProductAccess = OrgAccess & { productId: string }

/**
 * The orgs that a user reaches as a member: the basis of every dashboard scope
 * (contract#1-who-may-see-what).
 */
export default class FindScope {
  /** The role in an org: null when there is no such org, `role: null` for somebody who is no member. */
  async ofOrg(userId: string, orgId: string): Promise<{ orgId: string; role: Role | null } | null> {
    return firstRow(
      db.connection(),
      `select o.id as "orgId", m.role from orgs o
       left join org_members m on m.org_id = o.id and m.user_id = ? where o.id = ?`,
      [userId, orgId]
    )
  }

  /** The org of a product that the user can see, else null. */
  async ofProduct(userId: string, productId: string): Promise<ProductAccess | null> {
    return firstRow(
      db.connection(),
      `select m.org_id as "orgId", m.role, p.id as "productId" from products p
       join org_members m on m.org_id = p.org_id and m.user_id = ? where p.id = ?`,
      [userId, productId]
    )
  }

  /** The org of a license that the user can see, else null. */
  async ofLicense(userId: string, licenseId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select m.org_id as "orgId", m.role from licenses l
       join org_members m on m.org_id = l.org_id and m.user_id = ? where l.id = ?`,
      [userId, licenseId]
    )
  }

  /** The org of a license that is or was, by its timeline, if the user can see it; else null. */
  async ofTimeline(userId: string, licenseId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select m.org_id as "orgId", m.role from license_events e
       join org_members m on m.org_id = e.org_id and m.user_id = ? where e.license_id = ? limit 1`,
      [userId, licenseId]
    )
  }

  /** The org of a ticket that the user can see, else null. */
  async ofTicket(userId: string, ticketId: string): Promise<OrgAccess | null> {
    return firstRow(
      db.connection(),
      `select m.org_id as "orgId", m.role from tickets t
       join org_members m on m.org_id = t.org_id and m.user_id = ? where t.id = ?`,
      [userId, ticketId]
    )
  }

  /** The org and product of an API key that the user can see, else null. */
  async ofApiKey(userId: string, apiKeyId: string): Promise<ProductAccess | null> {
    return firstRow(
      db.connection(),
      `select m.org_id as "orgId", m.role, p.id as "productId" from api_keys k
       join products p on p.id = k.product_id
       join org_members m on m.org_id = p.org_id and m.user_id = ? where k.id = ?`,
      [userId, apiKeyId]
    )
  }
}
