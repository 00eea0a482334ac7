import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { KEPT_MS } from '#http/idempotency'
import { LOGIN_KEPT } from '#sso/store/logins'
import { databaseMoment } from '#kernel/database/database_moment'
import { changedRows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'

/** How long an invite that was never accepted remains visible after it has expired. */
const INVITE_KEPT_MS = 30 * 24 * 3600 * 1000

/** How long an attachment is kept without a message that uses it (contract/11-tickets). */
const UNUSED_KEPT_MS = 24 * 3600 * 1000

/** How long the events of payment processors are kept (contract/10-storefront#106-processor-events). */
const EVENTS_KEPT_MS = 90 * 24 * 3600 * 1000

/**
 * How much longer the rows are kept that a process dates by its own clock, and compares by its own clock. The clock of the
 * database may be ahead of it: a code or a request would be gone before its time.
 */
const CLOCKS_DIFFER = 3600 * 1000

/** The number of rows that one statement deletes. */
const CHUNK = 5000

/** A table, which of its rows are deleted, and how long they are kept after the time that the condition compares. */
type Expired = readonly [table: string, where: string, age?: number]

/** Tables whose times are milliseconds. */
const MILLIS_OF: readonly Expired[] = [
  ['rate_limits', 'until < ?'],
  ['nonces', 'until < ?'],
  ['attempt_limits', 'expire < ?', CLOCKS_DIFFER],
]

const MOMENT_OF: readonly Expired[] = [
  ['idempotency_keys', 'created_at < ?', KEPT_MS],
  ['login_challenges', 'expires_at < ?', CLOCKS_DIFFER],
  ['mailed_tokens', 'expires_at < ?', CLOCKS_DIFFER],
  ['refresh_sessions', 'expires_at < ?', CLOCKS_DIFFER],
  ['api_key_pairs', 'good_until < ?'],
  ['oauth_states', 'expires_at < ?', CLOCKS_DIFFER],
  ['pending_links', 'expires_at < ?', CLOCKS_DIFFER],
  ['oauth_sign_ins', 'expires_at < ?', CLOCKS_DIFFER],
  ['sign_in_codes', 'expires_at < ?', CLOCKS_DIFFER],
  ['sso_requests', 'expires_at < ?', CLOCKS_DIFFER],
  ['sso_codes', 'expires_at < ?', CLOCKS_DIFFER],
  ['sso_assertions', 'expires_at < ?', CLOCKS_DIFFER],
  ['sso_logins', 'created_at < ?', LOGIN_KEPT],
  ['sso_bypasses', 'created_at < ?', LOGIN_KEPT],
  ['invites', 'accepted_at is null and expires_at < ?', INVITE_KEPT_MS],
  ['end_user_sessions', 'expires_at < ?', CLOCKS_DIFFER],
  ['end_user_challenges', 'expires_at < ?', CLOCKS_DIFFER],
  ['end_user_invites', 'expires_at < ?', INVITE_KEPT_MS],
  ['ticket_attachments', 'message_id is null and created_at < ?', UNUSED_KEPT_MS],
  ['processor_former_secrets', 'good_until < ?', CLOCKS_DIFFER],
  ['processor_events', 'due_at is null and received_at < ?', EVENTS_KEPT_MS],
]

/**
 * Deletes expired rows that no longer matter, and the files whose rows are gone. Each statement is independent of the
 * others and may run twice.
 */
@inject()
export default class PruneExpired {
  constructor(protected droppedFiles: DeleteDroppedFiles) {}

  /**
   * Uses the database's time unless `moment` is given: with a wrong local clock, a used nonce could become valid too
   * early.
   */
  async execute(moment?: Millis) {
    const now = moment ?? (await databaseMoment(db.connection()))
    for (const [table, where, age = 0] of MILLIS_OF) await deleteFree(table, where, now - age)
    for (const [table, where, age = 0] of MOMENT_OF) await deleteFree(table, where, new Date(now - age))
    await this.droppedFiles.execute()
  }
}

/**
 * Deletes rows in chunks and skips locked rows, which are left for the next run. So it neither delays a runtime call
 * nor deadlocks with one that locks the same rows in another order.
 */
async function deleteFree(table: string, where: string, value: Millis | Date) {
  const sql = `delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${where} limit ${CHUNK} for update skip locked))`
  while ((await changedRows(db.connection(), sql, [value])) === CHUNK);
}
