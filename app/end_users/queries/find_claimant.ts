import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import type { Claimant } from '#end_users/rules/proved_address'

/**
 * The columns of an end user `u`, named as in `Claimant`. A sign-in by the key of a license is no way in for its owner:
 * it opens that license alone, to whoever has the key.
 */
export const CLAIMANT_COLUMNS = `u.email_verified_at is not null as proved,
  u.merged_into is not null or u.erased_at is not null as gone,
  u.external_id is not null or u.password_hash is not null or u.last_seen_at is not null
    or exists (select 1 from end_user_sessions s where s.end_user_id = u.id and s.license_id is null) as "hasOtherDoor"`

/** Finds the end user of an org who has an address, proved or not; null if there is none. */
export function findClaimant(
  client: SqlExecutor,
  orgId: string,
  email: string
): Promise<(Claimant & { id: string }) | null> {
  const sql = `select u.id, ${CLAIMANT_COLUMNS} from end_users u where u.org_id = ? and u.email = ?`
  return firstRow(client, sql, [orgId, email])
}
