import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { portalOf, type Portal, type StoredPortal } from '#end_users/rules/portal'

/** A portal, and the name that its mails and pages show. */
export type OpenPortal = { orgId: string; name: string; suspended: boolean; portal: Portal }

type Row = { orgName: string; suspended: boolean; portal: StoredPortal }

/** Finds portals for visitors (contract/09-end-users#91-settings). */
export default class FindOpenPortal {
  /** Finds the portal of an org, on or off. It counts as off while the org is suspended. Null for an unknown org. */
  async ofOrg(orgId: string): Promise<OpenPortal | null> {
    const row = await firstRow<Row>(
      db.connection(),
      `select o.name as "orgName", o.suspended_at is not null as suspended, case when p.org_id is not null
         then json_build_object('enabled', p.enabled and o.suspended_at is null, 'settings', p.settings) end as portal
       from orgs o left join org_portals p on p.org_id = o.id where o.id = ?`,
      [orgId]
    )
    if (!row) return null
    const portal = portalOf(row.portal)
    return { orgId, name: portal.branding.name ?? row.orgName, suspended: row.suspended, portal }
  }

  /**
   * Finds the portal of an org for a person who wants in. `door` is a door that can be switched off; null is any other
   * way in.
   * @throws Refusal ORG_NOT_FOUND for an unknown org, FORBIDDEN if the portal or the door is switched off.
   */
  async withDoor(orgId: string, door: keyof Portal['signIn'] | null): Promise<OpenPortal> {
    const found = await this.ofOrg(orgId)
    if (!found) throw new Refusal('ORG_NOT_FOUND')
    if (found.portal.enabled && (door === null || found.portal.signIn[door])) return found
    throw new Refusal('FORBIDDEN', { message: 'The merchant has switched this off' })
  }
}
