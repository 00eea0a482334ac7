import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { LastTest } from '#sso/queries/find_connection'

/** Stores the outcome of the last test of a connection. */
export async function noteTest(trx: Trx, connectionId: string, test: LastTest) {
  await rows(trx, `update sso_connections set last_test = ? where id = ?`, [
    JSON.stringify(test),
    connectionId,
  ])
}
