import type { LicenseAttributes } from '#licensing/rules/patch'
import { firstRow, type SqlClient } from '#kernel/database/sql'

/** What a license that the caller has locked carries besides its state. */
export function licenseAttributes(client: SqlClient, id: string): Promise<LicenseAttributes | null> {
  return firstRow(
    client,
    `select max_hwid_resets as "maxHwidResets", policy_override as "policyOverride", metadata
     from licenses where id = ?`,
    [id]
  )
}
