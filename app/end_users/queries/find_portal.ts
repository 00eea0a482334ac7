import db from '@adonisjs/lucid/services/db'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import { portalOf, type Portal, type PortalSettings, type StoredPortal } from '#end_users/rules/portal'

/** The portal of an org, and the settings that are stored for it. */
export type FoundPortal = { portal: Portal; settings: PortalSettings }

/** Finds the portals of orgs (contract/09-end-users#91-settings). */
export default class FindPortal {
  async ofOrg(orgId: string, client: SqlExecutor = db.connection()): Promise<FoundPortal> {
    const sql = `select enabled, settings from org_portals where org_id = ?`
    const stored = await firstRow<NonNullable<StoredPortal>>(client, sql, [orgId])
    return { portal: portalOf(stored), settings: stored?.settings ?? {} }
  }
}
