import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { KEPT_MS } from '#http/idempotency'
import { LOGIN_KEPT } from '#sso/store/logins'
import { databaseMoment } from '#kernel/database/database_moment'
import { changedRows, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'

/** How long an invite that was never accepted remains visible after it has expired. */
const INVITE_KEPT_MS = 30 * 24 * 3600 * 1000

/** How long an attachment is kept without a message that uses it (contract/11-tickets). */
const UNUSED_KEPT_MS = 24 * 3600 * 1000

/** How long the events of payment processors are kept (contract/10-storefront#106-processor-events). */
const EVENTS_KEPT_MS = 90 * 24 * 3600 * 1000

/** The number of rows that one statement deletes. */
const CHUNK = 5000

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
    const at = new Date(now)
    const client = db.connection()
    await deleteFree('rate_limits', 'until < ?', now)
    await deleteFree('nonces', 'until < ?', now)
    await rows(client, 'delete from attempt_limits where expire < ?', [now])
    await rows(client, 'delete from idempotency_keys where created_at < ?', [new Date(now - KEPT_MS)])
    await rows(client, 'delete from login_challenges where expires_at < ?', [at])
    await rows(client, 'delete from mailed_tokens where expires_at < ?', [at])
    await rows(client, 'delete from refresh_sessions where expires_at < ?', [at])
    await rows(client, 'delete from api_key_pairs where good_until < ?', [at])
    await rows(client, 'delete from oauth_states where expires_at < ?', [at])
    await rows(client, 'delete from pending_links where expires_at < ?', [at])
    for (const table of ['oauth_sign_ins', 'sign_in_codes', 'sso_requests', 'sso_codes', 'sso_assertions']) {
      await rows(client, `delete from ${table} where expires_at < ?`, [at])
    }
    await rows(client, 'delete from sso_logins where created_at < ?', [new Date(now - LOGIN_KEPT)])
    await rows(client, 'delete from sso_bypasses where created_at < ?', [new Date(now - LOGIN_KEPT)])
    await rows(client, 'delete from invites where accepted_at is null and expires_at < ?', [
      new Date(now - INVITE_KEPT_MS),
    ])
    await rows(client, 'delete from end_user_sessions where expires_at < ?', [at])
    await rows(client, 'delete from end_user_challenges where expires_at < ?', [at])
    await rows(client, 'delete from end_user_invites where expires_at < ?', [new Date(now - INVITE_KEPT_MS)])
    await rows(client, 'delete from ticket_attachments where message_id is null and created_at < ?', [
      new Date(now - UNUSED_KEPT_MS),
    ])
    await rows(client, 'delete from processor_events where received_at < ? and due_at is null', [
      new Date(now - EVENTS_KEPT_MS),
    ])
    await this.droppedFiles.execute()
  }
}

/**
 * Deletes rows in chunks and skips locked rows, which are left for the next run. So it neither delays a runtime call
 * nor deadlocks with one that locks the same rows in another order.
 */
async function deleteFree(table: string, where: string, value: number) {
  const sql = `delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${where} limit ${CHUNK} for update skip locked))`
  while ((await changedRows(db.connection(), sql, [value])) === CHUNK);
}
