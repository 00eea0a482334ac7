import db from '@adonisjs/lucid/services/db'
import { mailDelivery } from '#config/mail'
import { firstRow } from '#kernel/database/sql'
import type { Finding } from './probe.js'

/**
 * Whether mail can be sent, and how many mails are being retried. `attempts` includes an attempt in progress, so 1 is
 * not a retry.
 */
export async function checkMail(): Promise<Finding> {
  if (mailDelivery.way === 'none') {
    return {
      status: 'degraded',
      cause: 'no mail can be sent: set SMTP_HOST, or MAIL_TO_LOG=true to have mail in the log',
    }
  }

  const failing = await firstRow<{ count: number }>(
    db.connection(),
    `select count(*)::int as count from (select 1 from mails where attempts > 1 limit 1000) as failing`
  )
  if (!failing?.count) return
  return {
    status: 'degraded',
    cause: `mails could not be sent yet (${failing.count}): see the log, and SMTP_*`,
  }
}
