import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Whether a sign-in through a connection still holds, by a provider that the org has not left since; the connection stays as
 * it is until the transaction ends. Whatever ends the sign-ins of a connection locks it first, and then its users: so it
 * finds the session that is being made, or this finds that it has been.
 */
export async function holdSignIn(trx: Trx, connectionId: string, userId: string): Promise<boolean> {
  const usable = await firstRow(trx, `select 1 from sso_connections where id = ? and enabled for share`, [
    connectionId,
  ])
  if (!usable) return false
  const sql = `select 1 from sso_identities where connection_id = ? and user_id = ? limit 1`
  return (await firstRow(trx, sql, [connectionId, userId])) !== null
}
