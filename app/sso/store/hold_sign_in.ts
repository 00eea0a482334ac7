import { holdConnection } from '#accounts/actions/hold_connection'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Whether a sign-in through a connection still holds, by a provider that the org has not left since; the connection stays as
 * it is until the transaction ends.
 */
export async function holdSignIn(trx: Trx, connectionId: string, userId: string): Promise<boolean> {
  if (!(await holdConnection(trx, connectionId))) return false
  const sql = `select 1 from sso_identities where connection_id = ? and user_id = ? limit 1`
  return (await firstRow(trx, sql, [connectionId, userId])) !== null
}
