import db from '@adonisjs/lucid/services/db'
import { KEPT_MS } from '#services/idempotency'
import { rows } from '#services/sql'

/** How long an invite that nobody accepted is still shown after it expired. */
const INVITE_KEPT_MS = 30 * 24 * 3600 * 1000

/** Deletes what has expired and means nothing any more. Each statement stands alone and may run twice. */
export default class PruneExpired {
  async execute(now = Date.now()) {
    const at = new Date(now)
    const client = db.connection()
    await rows(client, 'delete from rate_limits where until < ?', [now])
    await rows(client, 'delete from nonces where until < ?', [now])
    await rows(client, 'delete from attempt_limits where expire < ?', [now])
    await rows(client, 'delete from idempotency_keys where created_at < ?', [new Date(now - KEPT_MS)])
    await rows(client, 'delete from login_challenges where expires_at < ?', [at])
    await rows(client, 'delete from mailed_tokens where expires_at < ?', [at])
    await rows(client, 'delete from refresh_sessions where expires_at < ?', [at])
    await rows(client, 'delete from oauth_states where expires_at < ?', [at])
    await rows(client, 'delete from invites where accepted_at is null and expires_at < ?', [
      new Date(now - INVITE_KEPT_MS),
    ])
  }
}
