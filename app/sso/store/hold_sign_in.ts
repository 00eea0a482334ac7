import { holdConnection } from '#accounts/actions/hold_connection'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * True if a sign-in through a connection is still valid: the connection is enabled, and the org has not changed its
 * provider since. Locks the connection against changes until the transaction ends.
 */
export async function holdSignIn(trx: Trx, connectionId: string, userId: string): Promise<boolean> {
  if (!(await holdConnection(trx, connectionId))) return false
  const sql = `select 1 from sso_identities where connection_id = ? and user_id = ? limit 1`
  return (await firstRow(trx, sql, [connectionId, userId])) !== null
}
