import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/**
 * Ends every sign-in through a connection, including those that have only started (contract/13-sso). It locks the
 * connection before the users, like the code that creates such a session, so that no session is created concurrently.
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
 * Ends all sign-ins like `endSessionsOf`, because another provider takes over. It also deletes identities and the last
 * test: the new provider may use the same subject for another person, and a test of the old one proves nothing about
 * it.
 */
export async function forgetProvider(trx: Trx, connectionId: string, now: Millis) {
  await endSessionsOf(trx, connectionId, now)
  await rows(trx, `delete from sso_identities where connection_id = ?`, [connectionId])
  await rows(trx, `update sso_connections set last_test = null where id = ?`, [connectionId])
}
