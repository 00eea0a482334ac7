import type { LicenseAttributes } from '#domain/license/patch'
import { firstRow, type SqlClient } from '#services/sql'

/** What a license that the caller has locked carries besides its state. */
export function licenseAttributes(client: SqlClient, id: string): Promise<LicenseAttributes | null> {
  return firstRow(
    client,
    `select max_hwid_resets as "maxHwidResets", policy_override as "policyOverride", metadata
     from licenses where id = ?`,
    [id]
  )
}
