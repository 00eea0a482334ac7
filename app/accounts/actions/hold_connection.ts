import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Locks the SSO connection of a new session until the transaction ends. Returns false if the connection no longer
 * accepts sign-ins. Call this before you lock the user. Every action that ends the sign-ins of a connection locks the
 * connection first and then its users. So either that action finds the new session, or this function finds that the
 * connection is off.
 */
export async function holdConnection(trx: Trx, connectionId: string): Promise<boolean> {
  const sql = `select 1 from sso_connections where id = ? and enabled for share`
  return (await firstRow(trx, sql, [connectionId])) !== null
}
