import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Holds the SSO connection through which a session is made, until the transaction ends; false where nobody signs in through
 * it any more. Call this before the user is locked. Whatever ends the sign-ins of a connection locks it first, and then its
 * users: so it finds the session that is being made, or this finds that it has been.
 */
export async function holdConnection(trx: Trx, connectionId: string): Promise<boolean> {
  const sql = `select 1 from sso_connections where id = ? and enabled for share`
  return (await firstRow(trx, sql, [connectionId])) !== null
}
