import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/**
 * Ends every sign-in through a connection, those that have only begun included (contract/13-sso). The connection is locked
 * before its users, as by who makes a session of it, so that none is being made meanwhile.
 */
export async function endSessionsOf(trx: Trx, connectionId: string, now: Millis) {
  await rows(trx, `select id from sso_connections where id = ? for no key update`, [connectionId])
  await rows(
    trx,
    `select id from users where id in (select user_id from refresh_sessions where sso_connection_id = ?)
     order by id for no key update`,
    [connectionId]
  )
  await rows(
    trx,
    `update refresh_sessions set revoked_at = ? where sso_connection_id = ? and revoked_at is null`,
    [new Date(now), connectionId]
  )
  for (const table of ['sso_requests', 'sso_codes']) {
    await rows(trx, `delete from ${table} where connection_id = ?`, [connectionId])
  }
  await rows(trx, `delete from login_challenges where sso_connection_id = ?`, [connectionId])
}

/**
 * The same, where another provider takes over: whom the one before called by a name, the next need not, and a test of the one
 * before says nothing of it.
 */
export async function forgetProvider(trx: Trx, connectionId: string, now: Millis) {
  await endSessionsOf(trx, connectionId, now)
  await rows(trx, `delete from sso_identities where connection_id = ?`, [connectionId])
  await rows(trx, `update sso_connections set last_test = null where id = ?`, [connectionId])
}
